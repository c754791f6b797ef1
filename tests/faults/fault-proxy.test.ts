import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultProxy } from './fault-proxy.ts';

let target: Server;
let proxy: FaultProxy;
let asked: string[];

beforeEach(async () => {
  asked = [];
  target = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end('{"response":"0123456789"}');
  });
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
  proxy = await FaultProxy.start(`http://127.0.0.1:${(target.address() as AddressInfo).port}`);
});

afterEach(async () => {
  await proxy.close();
  await new Promise((done) => target.close(done));
});

describe('the fault proxy', () => {
  it('passes everything on while it has no rules', async () => {
    expect(await (await fetch(`${proxy.url}/a`)).json()).toEqual({ response: '0123456789' });
    expect(asked).toEqual(['GET /a']);
  });

  it('refuses before the server is asked', async () => {
    proxy.setRules({ fault: { kind: 'refuse' } });
    await expect(fetch(`${proxy.url}/a`)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('loses an answer after the server did the work', async () => {
    proxy.setRules({ method: 'PATCH', fault: { kind: 'drop-response' }, times: 1 });
    await expect(fetch(`${proxy.url}/a`, { method: 'PATCH', body: '{}' })).rejects.toThrow();
    expect(asked).toEqual(['PATCH /a']);
    expect((await fetch(`${proxy.url}/a`, { method: 'PATCH', body: '{}' })).status).toBe(200);
  });

  it('cuts an answer so that the reader notices', async () => {
    proxy.setRules({ fault: { kind: 'cut', bytes: 5 } });
    const response = await fetch(`${proxy.url}/a`);
    await expect(response.text()).rejects.toThrow();
  });

  it('sends a request twice', async () => {
    proxy.setRules({ fault: { kind: 'duplicate' } });
    expect((await fetch(`${proxy.url}/a`)).status).toBe(200);
    expect(asked).toEqual(['GET /a', 'GET /a']);
  });

  it('lets a later answer overtake an earlier one', async () => {
    proxy.setRules({ path: /first/, fault: { kind: 'reorder' }, times: 1 });
    const order: string[] = [];
    const ask = async (name: string) => {
      await (await fetch(`${proxy.url}/a?${name}`)).text();
      order.push(name);
    };
    const first = ask('first');
    await expect.poll(() => asked).toEqual(['GET /a?first']);
    await ask('second');
    await first;
    expect(order).toEqual(['second', 'first']);
    expect(asked).toEqual(['GET /a?first', 'GET /a?second']);
  });

  it('spoils the requests of one bearer only', async () => {
    proxy.setRules({ authorization: 'Bearer old', fault: { kind: 'status', status: 401 } });
    const statusOf = async (authorization: string) =>
      (await fetch(proxy.url, { headers: { authorization } })).status;
    expect(await statusOf('Bearer old')).toBe(401);
    expect(await statusOf('Bearer new')).toBe(200);
  });

  it('answers as a captive portal, and with a status of its own', async () => {
    proxy.setRules(
      { path: /portal/, fault: { kind: 'captive-portal' } },
      { fault: { kind: 'status', status: 503 } },
    );
    expect((await fetch(`${proxy.url}/portal`)).headers.get('content-type')).toContain('text/html');
    expect((await fetch(`${proxy.url}/other`)).status).toBe(503);
    expect(asked).toEqual([]);
  });

  it('spoils the same requests for the same seed', async () => {
    const pattern = async () => {
      const seeded = await FaultProxy.start('http://127.0.0.1:9', 42);
      seeded.setRules({ share: 0.5, fault: { kind: 'status', status: 500 } });
      const statuses: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        statuses.push(
          await fetch(seeded.url).then(
            (response) => String(response.status),
            () => 'lost',
          ),
        );
      }
      await seeded.close();
      return statuses;
    };
    const first = await pattern();
    expect(new Set(first).size).toBe(2);
    expect(await pattern()).toEqual(first);
  });
});
