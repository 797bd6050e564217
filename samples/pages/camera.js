/* What the camera asks of a page: run in it before its own script, as `camera`. */
'use strict';

window.setInterval = () => 0; // clocks stand still

window.camera = (() => {
  /** What the game in the window `w` says of itself; `frame` is the box of that window in the viewport. */
  function state(w, frame) {
    const g = w.game;
    if (!g) return {};
    return { geometry: g.geometry?.() ?? null, offset: [frame.left, frame.top], look: g.look, symbols: g.symbols ?? null,
      cells: g.cells?.() ?? null, placed: g.placed?.() ?? null, tray: g.tray?.() ?? null, held: g.held?.() ?? null };
  }

  const whole = { left: 0, top: 0, get right() { return innerWidth; }, get bottom() { return innerHeight; } };
  const frameOf = inside => inside ? document.querySelector('iframe').getBoundingClientRect() : whole;

  const read = {};
  /** Style and script of one of our pages. */
  async function parts(page) {
    const text = await (await fetch(page)).text(), between = tag => text.match(new RegExp(`<${tag}>([^]*)</${tag}>`))[1];
    return { style: between('style'), script: between('script') };
  }

  /** Shows a board in the emptied document (or, in a scene, in that of its frame): the page's style, its script run anew. */
  async function show({ scene, page, search, patience }) {
    const w = scene ? await window.scene.set(scene) : window, d = w.document;
    for (const element of [d.documentElement, d.body]) for (const { name } of [...element.attributes]) element.removeAttribute(name);
    d.body.replaceChildren();
    w.scrollTo(0, 0);
    delete w.game;
    const { style, script } = read[page] ??= await parts(page), sheet = d.querySelector('style');
    if (sheet.textContent !== style) sheet.textContent = style;
    // What it listens to, nobody does here; and boards long gone would listen on.
    new w.Function('location', 'addEventListener', script)({ search, hash: '' }, () => {});
    for (const end = Date.now() + patience; !d.body.dataset.ready && Date.now() < end;) await new Promise(done => setTimeout(done, 1));
    if (d.body.dataset.ready !== '1') throw new Error(`the page did not show the board: ${d.body.textContent.slice(0, 200)}`);
    return state(w, frameOf(scene));
  }

  /** Scrolls the board into view; `share`: how far, from 0 to 1 of what keeps it there, null for no more than needed. */
  function scroll({ share, inside }) {
    const w = inside ? document.querySelector('iframe').contentWindow : window, box = w.game.geometry().wrap;
    if (share !== null) {
      w.document.body.style.marginBottom = `${w.innerHeight}px`;
      const low = Math.max(0, Math.ceil(box[3] - w.innerHeight)), high = Math.max(low, Math.floor(box[1]));
      w.scrollTo(0, Math.round(low + share * (high - low)));
    } else if (box[3] > w.innerHeight || box[1] < 0) {
      w.document.querySelector('.wrap').scrollIntoView({ block: 'center', inline: 'center' });
    }
    const frame = frameOf(inside), now = state(w, frame);
    let room = [frame.left, frame.top, frame.right, frame.bottom];
    if (inside) {
      const free = window.scene.room, [x, y] = now.offset, [x0, y0, x1, y1] = now.geometry.wrap;
      window.scene.front([x0 + x, y0 + y, x1 + x, y1 + y]);
      room = [Math.max(room[0], free[0]), Math.max(room[1], free[1]), Math.min(room[2], free[2]), Math.min(room[3], free[3])];
    }
    return { ...now, room, scrolled: [window.scrollX, window.scrollY] };
  }

  /** Until what was shown has been drawn. A picture taken before shows some edges otherwise than one taken afterwards:
   *  Chromium draws what it sees for the first time not quite as what it had drawn in another size. */
  async function drawn() {
    for (let k = 0; k < 3; k++) await new Promise(done => requestAnimationFrame(done)); // asked for, drawn, drawn again
  }

  async function take(given) {
    const state = await show(given), now = given.scroll ? scroll(given.scroll) : state;
    await drawn();
    return now;
  }

  let taken;
  return {
    /** Begins to show what is given, and returns at once. */
    begin(given) { taken = take(given); taken.catch(() => {}); },
    /** The state of what was begun, once it can be photographed. */
    shown: () => taken,
  };
})();
