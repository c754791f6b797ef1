import type { TestApp, SignedIn } from '#tests/setup/test-app.ts';

/** Test support: a file as a browser sends it. */
export async function uploadTable(
  { app }: TestApp,
  { headers }: SignedIn,
  path: string,
  bytes: Uint8Array | string,
  { name = 'таблица.xlsx', field = 'file' } = {},
) {
  const form = new FormData();
  form.append(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
