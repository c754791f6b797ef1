import type { HttpHandler } from 'msw';
import {
  streamDescriptionEndpoint,
  writtenTextLineSchema,
  type WrittenTextLine,
} from '#contract/card-texts.ts';
import { mock, type MockRequest } from './mock-endpoint.ts';

type Asked = MockRequest<typeof streamDescriptionEndpoint>;

/** A description as it is written: `lines` may say one after another, as slowly as the test wants. */
export function mockWrittenText(
  lines: (asked: Asked) => AsyncIterable<WrittenTextLine> | Iterable<WrittenTextLine>,
): HttpHandler {
  return mock(streamDescriptionEndpoint, (asked) => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        for await (const line of lines(asked)) {
          controller.enqueue(encoder.encode(`${JSON.stringify(writtenTextLineSchema.parse(line))}\n`));
        }
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  });
}
