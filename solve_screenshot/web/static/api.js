// Requests to the server this page came from, and to no other.

/** What the server says against a request; the message is for people. */
export class Refused extends Error {}

const TRIES = 40;

async function send(path, options) {
  for (let trial = 0; ; trial++) {
    let response;
    try {
      response = await fetch(`api/${path}`, options);
    } catch {
      throw new Refused('The program that runs this page does not answer. Is it still running?');
    }
    if (response.status === 503 && trial < TRIES) {
      await new Promise(done => setTimeout(done, 1000));
      continue;
    }
    if (response.ok) return response;
    const said = await response.json().catch(() => null);
    throw new Refused(said?.error?.message ?? `The program answered with ${response.status}.`);
  }
}

/** Ask about a puzzle. */
export async function ask(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  return (await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

function form(picture, asked) {
  const body = new FormData();
  body.append('image', picture, picture.name || 'picture.png');
  body.append('ask', JSON.stringify(asked));
  return { method: 'POST', body };
}

/** Ask about a picture. */
export const askOf = async (path, picture, asked) => (await send(path, form(picture, asked))).json();

/** A picture made of a picture. */
export const drawnOf = async (picture, asked) => (await send('picture', form(picture, asked))).blob();

/** What is to be known of the server. */
export const about = async () => (await send('about', {})).json();
