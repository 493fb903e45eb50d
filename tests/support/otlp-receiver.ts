import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector gets it. */
export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}
interface OtlpTraces {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'service'> & { attributes: OtlpAttribute[] })[] }[];
  }[];
}

const plain = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector that takes OTLP over HTTP as JSON, and keeps what came. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  let raw = '';
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      raw += text;
      if (req.url === '/v1/traces')
        for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpTraces).resourceSpans)
          for (const span of scopeSpans.flatMap((scope) => scope.spans))
            spans.push({
              ...span,
              service: String(plain(resource.attributes)['service.name']),
              attributes: plain(span.attributes),
            });
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans: (): readonly ReceivedSpan[] => spans,
    /** Everything that arrived, as it arrived. */
    raw: () => raw,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
