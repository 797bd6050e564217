"""How `vision/classify/model.onnx` is made, from nothing, on two CPU cores. The only place that knows torch.

`python -m training` draws boards (`samples.drawn`), trains the network (`network.py`) on them and writes the file.
"""
