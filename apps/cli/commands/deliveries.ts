import type { DeliveriesQuery, RedeliverQuery, WebhookDelivery } from '@outdial/client';
import { Option, type Command } from 'commander';
import { parseCount, omitUndefined, parseInstant, withExamples } from '../arguments';
import { UsageError } from '../failures';
import { formatInstant, escapeControls, type Column } from '../output';
import type { Action, Session } from '../session';

const exampleWebhook = 'webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const columns: readonly Column<WebhookDelivery>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['JOB', ({ JobID }) => JobID],
  ['EVENT', ({ Event, Data }) => (typeof Data['State'] === 'string' ? Data['State'] : Event)],
  ['ATTEMPTS', ({ Attempts }) => Attempts.length],
  ['LAST', ({ Attempts }) => Attempts.at(-1)?.Status ?? Attempts.at(-1)?.ErrorClass],
  ['NEXT', ({ NextAttemptMS }) => formatInstant(NextAttemptMS)],
];
const ended = ['delivered', 'exhausted', 'discarded'] as const;
const createStateOption = (states: readonly string[]): Option =>
  new Option('--state <state>', 'only deliveries in this state').choices(states);

/** `outdial webhooks deliveries` and `redeliver` */
export function addDeliveries(webhooks: Command, action: Action): void {
  const deliveries = webhooks
    .command('deliveries [webhook]')
    .description('List the deliveries of a webhook, or of all webhooks, newest first.')
    .addOption(createStateOption(['pending', ...ended]))
    .option('--job <job>', 'only deliveries about this job')
    .option('--limit <count>', 'the maximum number', parseCount, 100)
    .action(
      action(
        async (
          session,
          id: string | undefined,
          flags: { state?: NonNullable<DeliveriesQuery['state']>; job?: string; limit: number },
        ) => {
          const query = omitUndefined({ state: flags.state, job: flags.job, limit: Math.min(flags.limit, 100) });
          const { client, signal } = session;
          const all =
            id === undefined
              ? client.webhooks.everyDelivery(query, { signal })
              : client.webhooks.allDeliveries(id, query, { signal });
          await session.list(all, columns, flags.limit);
        },
      ),
    );
  withExamples(
    deliveries,
    `webhooks deliveries ${exampleWebhook} --state exhausted`,
    'webhooks deliveries --state exhausted',
  );
  const redeliver = webhooks
    .command('redeliver <webhook> [delivery]')
    .description('Redeliver one delivery, or all failed ones since an instant.')
    .option('--since <instant>', 'only deliveries created since this instant, with a UTC offset', parseInstant)
    .option('--until <instant>', 'only deliveries created before this instant', parseInstant)
    .addOption(createStateOption(ended))
    .action(
      action(async (session, id: string, delivery: string | undefined, flags: RangeFlags) => {
        if ((delivery === undefined) === (flags.since === undefined))
          throw new UsageError('Pass either a delivery or --since.');
        const { client, signal } = session;
        if (delivery !== undefined) session.show(await client.webhooks.redeliver(id, delivery, { signal }));
        else await redeliverRange(session, id, flags);
      }),
    );
  withExamples(
    redeliver,
    `webhooks redeliver ${exampleWebhook} delivery_7f3a`,
    `webhooks redeliver ${exampleWebhook} --since 2027-01-04T00:00:00Z`,
  );
}

interface RangeFlags {
  since?: Date;
  until?: Date;
  state?: NonNullable<RedeliverQuery['state']>;
}

/** The API accepts up to 1,000 deliveries per request. */
async function redeliverRange({ client, signal, show }: Session, id: string, flags: RangeFlags): Promise<void> {
  let total = 0;
  for (let since = flags.since?.toISOString() ?? ''; ;) {
    const query = { since, ...omitUndefined({ until: flags.until?.toISOString(), state: flags.state }) };
    const { Redelivered, More, NextSince } = await client.webhooks.redeliverSince(id, query, { signal });
    total += Redelivered;
    if (!More || NextSince === undefined) break;
    since = NextSince;
  }
  show({ WebhookID: id, Redelivered: total }, `${total} deliveries to ${escapeControls(id)} are sent again.\n`);
}
