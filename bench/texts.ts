/**
 * Measures, in processor time, what reads the texts of others: redaction and the header fields of SIP, each with a short and a long text of
 * the same kind in one run. A character of the long text takes about as long as one of the short text if the time is linear, and so many
 * times as long as the text is longer if it is quadratic. Also the time of one row and one number, which have no such comparison.
 * Run: `npx tsx bench/texts.ts`. Exits with 1 if a target is missed.
 */
import { createRedactor } from '../shared/adapters/redaction/redactor';
import { loadNumberFacts } from '../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../shared/adapters/numbers/read-number';
import { loadZones } from '../shared/adapters/numbers/zones-of-number';
import { headersOf, paramsOf, parseNameAddr, parseVia } from '../shared/adapters/telephony/sip/message/headers';
import { createStreamParser } from '../shared/adapters/telephony/sip/message/stream';
import { parseSipUri } from '../shared/adapters/telephony/sip/message/uri';
import { rowShape } from '../shared/contracts/import-row';
import { createRowValidator } from '../shared/domain/import/validate-row';
import { redactionEntities } from '../shared/domain/job/redaction';
import { openPolicy } from '../shared/domain/organization/policy';
import { report, type Measured } from './report';
import { cpuSecondsOf } from './timing';

const rounds = 3;
/** A clock of processor time ticks in milliseconds: what is shorter is repeated until it is not. */
const leastSeconds = 0.05;

/** @returns the seconds of one run, in the best round */
function secondsOf(act: () => void): number {
  let times = 1;
  for (;;) {
    const seconds = Math.min(
      ...Array.from({ length: rounds }, () =>
        cpuSecondsOf(() => {
          for (let n = 0; n < times; n++) act();
        }),
      ),
    );
    if (seconds >= leastSeconds) return seconds / times;
    times *= 4;
  }
}

/** How many times as long a character takes in a long text, for the worst of the texts. */
function measureGrowth(
  what: string,
  { parts, lengths: [short, long], read }: { parts: string[]; lengths: [number, number]; read: (text: string) => void },
): Measured {
  const grown = parts.map((part) => {
    const [few, many] = [short, long].map((length) => {
      const text = part.repeat(length / part.length);
      return secondsOf(() => read(text)) / text.length;
    }) as [number, number];
    return { part, growth: many / few, us: many * 1e6 };
  });
  const worst = grown.reduce((one, other) => (other.growth > one.growth ? other : one));
  const slowest = grown.reduce((one, other) => (other.us > one.us ? other : one));
  return {
    what: `${what}: a character of ${long.toLocaleString('en')} ÷ one of ${short.toLocaleString('en')}, the worst text`,
    value: worst.growth,
    target: { atMost: 4 },
    detail: `${JSON.stringify(worst.part)} repeated; the slowest, ${JSON.stringify(slowest.part)}: ${slowest.us.toFixed(2)} µs per character`,
  };
}

const attempt = (read: () => void): void => {
  try {
    read();
  } catch {
    // Whether it is read is not the question here.
  }
};

function measureRedaction(): Measured {
  const contact = { name: 'Maria Lopez', phoneNumber: '+14155550123' };
  const redactor = createRedactor().forContact(contact, redactionEntities);
  const numbers = ['1 ', '+1 ', '1.', '::', 'FI21 ', 'F I two one '];
  const words = ['one ', 'double ', 'a@', 'a.b@', 'at dot ', 'www.', 'http://', '(', 'A', 'my name is ', 'maria '];
  return measureGrowth('redaction', {
    parts: [...numbers, ...words],
    lengths: [1_000, 8_000],
    read: (text) => void redactor.redactText(text),
  });
}

function measureSipHeaders(): Measured {
  const units = [' ', '\t', '"', '\\', '<', '>', ';', ',', '=', '@', ':', '0', 'a', '%', '[', '(', 'a;', 'a,', '"a" '];
  return measureGrowth('header fields of SIP', {
    parts: units,
    lengths: [4_000, 64_000],
    read: (text) => {
      for (const parse of [paramsOf, parseNameAddr, parseVia, parseSipUri]) attempt(() => void parse(text));
      attempt(() => void headersOf({ headers: [{ name: 'Via', value: text }] }, 'Via'));
    },
  });
}

function measureSipStream(): Measured {
  const head = ['OPTIONS sip:a@example.com SIP/2.0', 'Via: SIP/2.0/TCP a;branch=z9hG4bK1', 'From: <sip:a@b>;tag=1'];
  const rest = ['To: <sip:a@b>', 'Call-ID: 1', 'CSeq: 1 OPTIONS', 'Content-Length: 60000', '', ''];
  const bytes = Buffer.from([...head, ...rest].join('\r\n') + 'y'.repeat(60_000));
  const seconds = secondsOf(() => {
    const parser = createStreamParser();
    for (let at = 0; at < bytes.length; at++) parser.push(bytes.subarray(at, at + 1));
  });
  return {
    what: 'a message of SIP of 60 kB, byte by byte, ms',
    value: seconds * 1e3,
    detail: '60,000 reads of a socket',
  };
}

async function measureNumbers(): Promise<Measured> {
  const zonesOf = await loadZones();
  const seconds = secondsOf(() => void zonesOf('+61412345678'));
  return { what: 'time zones of a number, µs', value: seconds * 1e6, detail: 'a mobile number of Australia' };
}

/** A row that sets windows of its own in a campaign with 50 variants of 30 windows each. */
async function measureRows(): Promise<Measured> {
  const minutes = (from: number): string =>
    `${String(Math.floor(from / 60)).padStart(2, '0')}:${String(from % 60).padStart(2, '0')}`;
  const TimeRules = [
    { TimeRanges: Array.from({ length: 30 }, (_, n) => ({ Start: minutes(n * 2), End: minutes(n * 2 + 1) })) },
  ];
  const validate = await createRowValidator({
    shape: rowShape,
    campaign: {
      Name: 'Bench',
      DefaultCallerID: '+14155550100',
      InferTimeZone: true,
      Variants: Array.from({ length: 50 }, (_, n) => ({
        ID: `v${n}`,
        Weight: 1,
        Overrides: { Constraints: { TimeRules: structuredClone(TimeRules) } },
      })),
    },
    policy: openPolicy,
    hasCeilings: false,
    validateOverrides: () => [],
    loadZones,
    loadNumberFacts,
    loadNumberReader,
    nowMs: Date.UTC(2026, 0, 5, 12),
  });
  const rows = Array.from({ length: 250 }, (_, n) => ({
    number: n,
    fields: { ContactPhoneNumber: `+7916123${1000 + n}`, Overrides: { Constraints: { MaxTotalCalls: 1 } } },
    problems: [],
  }));
  const seconds = secondsOf(() => rows.forEach((row) => void validate(row)));
  return {
    what: 'a row of a campaign with 50 variants of 30 windows, µs',
    value: (seconds / rows.length) * 1e6,
    detail: '',
  };
}

async function main(): Promise<void> {
  const lines = [
    measureRedaction(),
    measureSipHeaders(),
    measureSipStream(),
    await measureNumbers(),
    await measureRows(),
  ];
  process.exitCode = report('texts', lines);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
