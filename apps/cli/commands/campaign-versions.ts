import type { CampaignChanges, CampaignVersionItem } from '@outdial/client';
import type { Command } from 'commander';
import { parseCount, withExamples } from '../arguments';
import { escapeControls, formatDetails, formatInstant, formatTable, type Column } from '../output';
import type { Action } from '../session';

const columns: readonly Column<CampaignVersionItem>[] = [
  ['VERSION', ({ Version }) => Version],
  ['CURRENT', ({ Current }) => (Current ? 'current' : '')],
  ['CREATED', ({ CreatedAt }) => formatInstant(CreatedAt)],
];

const toText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
const changeColumns: readonly Column<CampaignChanges['Changes'][number]>[] = [
  ['SETTING', ({ Pointer }) => Pointer],
  ['BEFORE', ({ Before }) => toText(Before)],
  ['AFTER', ({ After }) => toText(After)],
];

/** `campaigns versions`, `version`, `diff` and `rollback`. */
export function addVersions(campaigns: Command, action: Action): void {
  const list = campaigns
    .command('versions <id>')
    .description('List the versions of a campaign, newest first.')
    .action(
      action(async (session, id: string) => {
        await session.list(await session.client.campaigns.versions(id, { signal: session.signal }), columns);
      }),
    );
  withExamples(list, 'campaigns versions campaign_demo');
  const get = campaigns.command('version <id>').description('Show a version of a campaign.');
  get.argument('<version>', 'its number', parseCount).action(
    action(async (session, id: string, version: number) => {
      const found = await session.client.campaigns.version(id, version, { signal: session.signal });
      const { Version, CreatedAt, Data } = found;
      session.show(found, formatDetails({ Version, Created: formatInstant(CreatedAt), ...Data }));
    }),
  );
  withExamples(get, 'campaigns version campaign_demo 3');
  addComparison(campaigns, action);
  addRollback(campaigns, action);
}

function addComparison(campaigns: Command, action: Action): void {
  const diff = campaigns.command('diff <id>').description('Show in which settings a version differs from another.');
  diff
    .argument('<version>', 'its number', parseCount)
    .option('--from <version>', 'the version to compare with; by default the one before', parseCount)
    .action(
      action(async (session, id: string, version: number, { from }: { from?: number }) => {
        const found = await session.client.campaigns.changes(id, version, from, { signal: session.signal });
        const none = `Versions ${found.From} and ${found.To} are the same.\n`;
        session.show(found, found.Changes.length === 0 ? none : formatTable(found.Changes, changeColumns));
      }),
    );
  withExamples(diff, 'campaigns diff campaign_demo 3', 'campaigns diff campaign_demo 3 --from 1');
}

function addRollback(campaigns: Command, action: Action): void {
  const rollback = campaigns
    .command('rollback <id>')
    .description('Make a new version with the settings of an earlier one.');
  rollback.argument('<version>', 'the earlier version', parseCount).action(
    action(async (session, id: string, version: number) => {
      const changed = await session.client.campaigns.rollBack(id, version, { signal: session.signal });
      session.show(changed, `${escapeControls(changed.ID)} is at version ${changed.Version}.\n`);
    }),
  );
  withExamples(rollback, 'campaigns rollback campaign_demo 2');
}
