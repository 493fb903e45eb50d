import { parser as createParser } from 'sax';

/** The stream that a TwimlURL answers with. */
export interface TwimlStream {
  url: string;
  parameters: Record<string, string>;
}
export type TwimlResult = { ok: true; value: TwimlStream } | { ok: false; detail: string };

/** What each element may contain, which attributes it must have, and which others it may have. */
const grammar: Readonly<
  Record<string, { in: string; needs: readonly string[]; may?: Readonly<Record<string, RegExp>> } | undefined>
> = {
  Response: { in: '', needs: [] },
  Connect: { in: 'Response', needs: [] },
  Stream: { in: 'Connect', needs: ['url'], may: { name: /^/, track: /^inbound_track$/ } },
  Parameter: { in: 'Stream', needs: ['name', 'value'] },
};
const shape = '<Response><Connect><Stream url="…"><Parameter name="…" value="…"/></Stream></Connect></Response>';

class TwimlError extends Error {}

interface Reading {
  path: string[];
  counts: Map<string, number>;
  stream: TwimlStream;
}

/**
 * Reads the answer of a TwimlURL. Only a stream makes sense before the phone rings: everything else is refused rather
 * than ignored, because its author expects that it has an effect.
 */
export function parseTwiml(xml: string): TwimlResult {
  const reading: Reading = { path: [], counts: new Map(), stream: { url: '', parameters: {} } };
  try {
    parseInto(reading, xml);
    if (reading.counts.get('Stream') !== 1) throw new TwimlError('It has no <Stream>.');
    return { ok: true, value: reading.stream };
  } catch (error) {
    const why = error instanceof TwimlError ? error.message : 'It is not valid XML.';
    return { ok: false, detail: `${why} Expected exactly ${shape}` };
  }
}

function parseInto(reading: Reading, xml: string): void {
  const parser = createParser(true, { trim: true });
  parser.onerror = (error) => {
    throw error;
  };
  parser.ondoctype = () => {
    throw new TwimlError('A DOCTYPE is not allowed.');
  };
  parser.ontext = (text) => {
    if (text.trim() !== '') throw new TwimlError('Text is not allowed.');
  };
  parser.oncdata = () => {
    throw new TwimlError('Text is not allowed.');
  };
  parser.onopentag = ({ name, attributes }) => openElement(reading, name, attributes as Record<string, string>);
  parser.onclosetag = () => void reading.path.pop();
  parser.write(xml).close();
}

function openElement({ path, counts, stream }: Reading, name: string, attributes: Record<string, string>): void {
  const element = Object.hasOwn(grammar, name) ? grammar[name] : undefined;
  if (element === undefined || element.in !== (path.at(-1) ?? ''))
    throw new TwimlError(`<${name.slice(0, 40)}> is not supported here.`);
  const { needs, may = {} } = element;
  const missing = needs.find((attribute) => attributes[attribute] === undefined);
  if (missing !== undefined) throw new TwimlError(`<${name}> lacks the attribute ${missing}.`);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (needs.includes(attribute)) continue;
    const allowed = Object.hasOwn(may, attribute) ? may[attribute] : undefined;
    if (allowed?.test(value) === true) continue;
    // The value of another attribute, such as a URL of Twilio's callbacks, may hold the contact's number.
    const shown = allowed === undefined ? '' : `="${value.slice(0, 40)}"`;
    throw new TwimlError(`The attribute ${attribute.slice(0, 40)}${shown} is not supported.`);
  }
  path.push(name);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (name !== 'Parameter' && counts.get(name) !== 1) throw new TwimlError(`There is more than one <${name}>.`);
  if (name === 'Stream') stream.url = attributes['url'] ?? '';
  if (name === 'Parameter') stream.parameters[attributes['name'] ?? ''] = attributes['value'] ?? '';
}
