"""The network that says what the cells and edges of a straightened board hold, and the board that is most probable.

`network.py` runs `model.onnx` with OpenCV; how that was made is `training/`'s business. `interpret.py` makes a board of
the probabilities.
"""
