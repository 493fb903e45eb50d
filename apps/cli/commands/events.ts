import type { Event, EventsQuery } from '@outdial/client';
import { InvalidArgumentError, type Command } from 'commander';
import { omitUndefined, parseList, withExamples } from '../arguments';
import { createForwarder, createSecret, type Forwarded } from '../events/forward';
import { escapeControls, formatInstant, toJsonLine } from '../output';
import type { Action, Session } from '../session';

interface Flags {
  job?: string[];
  kind?: string[];
  lastEventId?: string;
  forward?: URL;
  secret?: string;
}

const collect = (text: string, before: string[] = []): string[] => [...before, ...parseList(text)];

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new InvalidArgumentError('Expected a URL such as http://localhost:3000/webhooks.');
}

function parseSecret(text: string): string {
  const key = Buffer.from(text.replace(/^whsec_/, ''), 'base64');
  if (text.startsWith('whsec_') && key.length >= 24) return text;
  throw new InvalidArgumentError('Expected a secret: "whsec_" followed by at least 24 bytes in base64.');
}

const formatEvent = ({ EventTimeMS, Event: kind, JobID, CampaignID, Data }: Event): string =>
  `${formatInstant(EventTimeMS) ?? ''}  ${[kind, JobID ?? CampaignID, JSON.stringify(Data)].map(escapeControls).join('  ')}\n`;

const formatForwarded = ({ status, error, ms, tries }: Forwarded): string =>
  `  → ${escapeControls(status?.toString() ?? error ?? '')}  ${ms} ms${tries > 1 ? `, ${tries} tries` : ''}\n`;

/** Prints events as they happen until Ctrl-C, and forwards them. */
async function followEvents(session: Session, { job, kind, lastEventId, forward, secret }: Flags): Promise<void> {
  const { client, signal, stdout, stderr, json, namedCampaign } = session;
  const say = (text: string): void => void stderr.write(`${escapeControls(text)}\n`);
  const campaign = namedCampaign === undefined ? undefined : [namedCampaign];
  const query: EventsQuery = omitUndefined({ campaign, job, kind: kind as EventsQuery['kind'] });
  const signing = forward && (secret ?? createSecret());
  const send =
    forward && signing !== undefined ? createForwarder({ url: forward, secret: signing, signal }) : undefined;
  if (forward && secret === undefined) say(`Requests to ${forward.href} are signed with the secret ${signing ?? ''}`);
  const options = {
    signal,
    ...omitUndefined({ lastEventId }),
    onOpen: () => say('Following events; press Ctrl-C to stop.'),
    onReconnect: (waitMs: number) => say(`The connection was lost. Connecting again in ${Math.ceil(waitMs / 1000)} s.`),
    onGap: () => say('Events were left out: streams reach back 24 hours.'),
  };
  for await (const { event } of client.events.stream(query, options)) {
    stdout.write(json ? toJsonLine(event) : formatEvent(event));
    const forwarded = await send?.(event);
    if (forwarded) (json ? stderr : stdout).write(formatForwarded(forwarded));
  }
}

/** `outdial events` */
export function addEvents(program: Command, action: Action): void {
  const command = program
    .command('events')
    .description('Follow events as they happen. With --campaign, those of one campaign. Reconnects until Ctrl-C.')
    .option('--job <ids>', 'only events of these jobs; repeat it or use commas', collect)
    .option('--kind <kinds>', 'only these kinds, such as call_ended; repeat it or use commas', collect)
    .option('--last-event-id <id>', 'continue behind this event of the stream')
    .option('--forward <url>', 'post each event, signed as a webhook is, and print the answer', parseUrl)
    .option('--secret <secret>', 'sign with this secret instead of a new one', parseSecret)
    .action(action((session, flags: Flags) => followEvents(session, flags)));
  withExamples(
    command,
    'events',
    'events --campaign campaign_demo --kind call_ended,analysis_ready --json',
    'events --forward http://localhost:3000/webhooks',
  );
}
