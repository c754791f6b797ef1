/** Told how many bytes of a body have left. */
type SentListener = (sentBytes: number, totalBytes: number) => void;

/**
 * A `fetch` for bodies that take their time: `fetch` itself tells nothing until all of it has left. Whoever wants to hear
 * names the body before it is sent. Only what the client of the API asks of an exchange is done.
 */
export function createUploadFetch(): {
  fetch: typeof fetch;
  onSent: (body: FormData, told: SentListener) => void;
} {
  const listeners = new WeakMap<object, SentListener>();
  return {
    onSent: (body, told) => void listeners.set(body, told),
    fetch: (input, init = {}) =>
      new Promise((resolve, reject) => {
        const { method = 'GET', body, headers, signal } = init;
        const abortion = () => new DOMException('Aborted', 'AbortError');
        if (signal?.aborted) {
          reject(abortion());
          return;
        }
        const request = new XMLHttpRequest();
        request.open(method, input instanceof Request ? input.url : input);
        new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
        const told = body instanceof FormData ? listeners.get(body) : undefined;
        if (told) request.upload.addEventListener('progress', ({ loaded, total }) => told(loaded, total));
        request.addEventListener('load', () => resolve(responseOf(request)));
        request.addEventListener('error', () => reject(new TypeError('Failed to fetch')));
        request.addEventListener('abort', () => reject(abortion()));
        signal?.addEventListener('abort', () => request.abort(), { once: true });
        request.send(body instanceof FormData ? body : null);
      }),
  };
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}
