// Takes down every press and release that the page hears: `pointerLog`, places in pixels of the screen, time in ms.
'use strict';
window.pointerLog = [];
for (const name of ['pointerdown', 'pointerup', 'dragstart', 'drop', 'dragend'])
  addEventListener(name, event => pointerLog.push({
    name, button: event.button, at: [event.screenX * devicePixelRatio, event.screenY * devicePixelRatio],
    ms: Math.round(10 * performance.now()) / 10,
  }), true);
