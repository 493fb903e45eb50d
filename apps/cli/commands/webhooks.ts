import type { ChangeWebhook, RegisterWebhook, Webhook } from '@outdial/client';
import type { Command } from 'commander';
import { omitUndefined, withExamples, parseList } from '../arguments';
import { UsageError } from '../failures';
import { formatDetails, formatInstant, escapeControls, type Column } from '../output';
import type { Action } from '../session';
import { addDeliveries } from './deliveries';

const exampleWebhook = 'webhook_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const columns: readonly Column<Webhook>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ Data }) => (Data.Enabled ? 'enabled' : (Data.DisabledReason ?? 'disabled'))],
  ['URL', ({ Data }) => Data.DestinationURL],
  ['DESCRIPTION', ({ Data }) => Data.Description],
];
const formatWebhook = ({ ID, Data, CreatedAt }: Webhook): string =>
  formatDetails({ ID, Created: formatInstant(CreatedAt), ...Data, Headers: nonEmptyHeaders(Data) });
const nonEmptyHeaders = ({ Headers }: Webhook['Data']): Webhook['Data']['Headers'] =>
  Headers === undefined || Object.keys(Headers).length === 0 ? undefined : Headers;
const formatSecret = (id: string, secret: string): string =>
  `${escapeControls(id)}\n${escapeControls(secret)}\nStore the secret safely: it verifies deliveries and is shown only once.\n`;

interface Flags {
  url?: string;
  description?: string;
  campaigns?: string[];
  kinds?: string[];
  header?: string[];
  enable?: boolean;
  disable?: boolean;
  disableOnGone?: boolean;
}
const toWebhookFields = ({ description, campaigns, kinds, header, disableOnGone, enable, disable }: Flags) =>
  omitUndefined({
    Description: description,
    CampaignIDs: campaigns,
    Events: kinds as RegisterWebhook['Events'],
    Headers: header === undefined ? undefined : Object.fromEntries(header.map(parseHeader)),
    DisableOnGone: disableOnGone,
    Enabled: enable ?? (disable === true ? false : undefined),
  });

function parseHeader(text: string): [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError('Expected --header "Name: value".');
  return [name, value];
}
const collect = (value: string, before: string[] = []): string[] => [...before, value];
const addOptions = (command: Command): Command =>
  command
    .option('--description <text>', 'a description for people')
    .option('--campaigns <ids>', 'only events of these campaigns, separated by commas', parseList)
    .option('--kinds <kinds>', 'these kinds of events, separated by commas; job_state_updated by default', parseList)
    .option('--header <header>', 'an additional request header, "Name: value"; may be repeated', collect)
    .option('--disable-on-gone', 'disable the webhook when the receiver answers 410');

function addCreate(webhooks: Command, action: Action): void {
  const create = addOptions(
    webhooks
      .command('create <destination>')
      .description('Register a webhook for a URL. Prints the signing secret once.'),
  ).action(
    action(async ({ client, signal, show }, destination: string, flags: Flags) => {
      const body: RegisterWebhook = { DestinationURL: destination, ...toWebhookFields(flags) };
      const created = await client.webhooks.create(body, { signal });
      show(created, formatSecret(created.WebhookID, created.Secret));
    }),
  );
  withExamples(
    create,
    'webhooks create https://example.com/hooks --description "The till"',
    'webhooks create https://example.com/hooks --campaigns campaign_demo --header "X-Tenant: 7"',
  );
  const update = addOptions(
    webhooks.command('update <webhook>').description('Update a webhook: given fields are replaced.'),
  )
    .option('--destination <url>', 'the URL of the receiver')
    .option('--enable', 'resume deliveries')
    .option('--disable', 'stop deliveries; pending ones are discarded')
    .action(
      action(async ({ client, signal, show }, id: string, flags: Flags & { destination?: string }) => {
        const body: ChangeWebhook = {
          ...toWebhookFields(flags),
          ...omitUndefined({ DestinationURL: flags.destination }),
        };
        if (Object.keys(body).length === 0) throw new UsageError('Nothing to update: pass a flag.');
        const changed = await client.webhooks.update(id, body, { signal });
        show(changed, formatWebhook(changed));
      }),
    );
  withExamples(update, `webhooks update ${exampleWebhook} --disable`);
}

function addReads(webhooks: Command, action: Action): void {
  const list = webhooks
    .command('list')
    .description('List webhooks.')
    .action(
      action(async (session) => {
        await session.list(await session.client.webhooks.list({ signal: session.signal }), columns);
      }),
    );
  withExamples(list, 'webhooks list');
  const get = webhooks
    .command('get <webhook>')
    .description('Show a webhook.')
    .action(
      action(async ({ client, signal, show }, id: string) => {
        const webhook = await client.webhooks.get(id, { signal });
        show(webhook, formatWebhook(webhook));
      }),
    );
  withExamples(get, `webhooks get ${exampleWebhook}`);
}

function addActions(webhooks: Command, action: Action): void {
  const remove = webhooks
    .command('delete <webhook>')
    .description('Delete a webhook. Pending deliveries end.')
    .action(action(async ({ client, signal, show }, id: string) => show(await client.webhooks.delete(id, { signal }))));
  withExamples(remove, `webhooks delete ${exampleWebhook}`);
  const test = webhooks
    .command('test <webhook>')
    .description('Send a test event to this webhook only.')
    .action(action(async ({ client, signal, show }, id: string) => show(await client.webhooks.test(id, { signal }))));
  withExamples(test, `webhooks test ${exampleWebhook}`);
  const rotate = webhooks
    .command('rotate-secret <webhook>')
    .description('Create a new signing secret. The previous one stays valid for 24 hours.')
    .action(
      action(async ({ client, signal, show }, id: string) => {
        const rotated = await client.webhooks.rotateSecret(id, { signal });
        const until = formatInstant(rotated.PreviousSecretExpiresAt) ?? '';
        show(
          rotated,
          `${formatSecret(rotated.WebhookID, rotated.Secret)}The previous secret is valid until ${until}.\n`,
        );
      }),
    );
  withExamples(rotate, `webhooks rotate-secret ${exampleWebhook}`);
}

/** `outdial webhooks …` */
export function addWebhooks(program: Command, action: Action): void {
  const webhooks = program.command('webhooks').description('Manage webhooks: registered receivers of events.');
  withExamples(webhooks, 'webhooks list');
  for (const add of [addCreate, addReads, addActions, addDeliveries]) add(webhooks, action);
}
