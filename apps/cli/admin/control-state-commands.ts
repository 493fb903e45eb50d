import { Argument, type Command } from 'commander';
import { controlStates, type ControlState } from '../../../shared/domain/organization/control-state';
import { parseOrganizationId, withExamples } from '../arguments';
import { escapeControls } from '../output';
import type { Action, LocalSession } from '../session';
import type { ChangedState, ControlTarget } from './control-state';

/** Database code loads only when an admin command runs: the other commands call the API and start faster without it. */
const loadControlState = () => import('./control-state.ts');

const describeState = ({ OrgID, CampaignID, State, CallsStopped }: ChangedState): string =>
  [
    `${escapeControls(CampaignID ?? OrgID)} is ${State}.\n`,
    ...(CallsStopped === undefined ? [] : [`${CallsStopped} running calls are being ended.\n`]),
  ].join('');

interface StateFlags {
  hangUp?: boolean;
}

function addSetState(
  parent: Command,
  action: Action<LocalSession>,
  of: { argument: Argument; subject: string; toTarget: (id: string) => ControlTarget; example: string },
): void {
  const command = parent
    .command('set-state')
    .addArgument(of.argument)
    .addArgument(new Argument('<state>').choices(controlStates))
    .description(
      `Set the state of ${of.subject}. "paused" and "blocked" hold calls back; "blocked" also refuses new jobs, and only this command ends it. "active" plans waiting jobs again.`,
    )
    .option('--hang-up', 'also end the running calls')
    .action(
      action(async (session, id: string, state: ControlState, { hangUp = false }: StateFlags) => {
        const { setControlState } = await loadControlState();
        const changed = await setControlState(session, of.toTarget(id), { state, hangUp });
        session.show(changed, describeState(changed));
      }),
    );
  withExamples(
    command,
    `admin ${parent.name()} set-state ${of.example} blocked --hang-up`,
    `admin ${parent.name()} set-state ${of.example} active`,
  );
}

/** `outdial admin organization set-state …` and `outdial admin campaign set-state …` */
export function addControlStates(admin: Command, action: Action<LocalSession>): void {
  const organization = admin.command('organization').description('Pause, block and release an organization.');
  withExamples(organization, 'admin organization set-state org_default paused');
  addSetState(organization, action, {
    argument: new Argument('<organization-id>').argParser(parseOrganizationId),
    subject: 'an organization',
    toTarget: (orgId) => ({ orgId }),
    example: 'org_default',
  });
  const campaign = admin.command('campaign').description('Pause, block and release a campaign.');
  withExamples(campaign, 'admin campaign set-state campaign_demo paused');
  addSetState(campaign, action, {
    argument: new Argument('<campaign-id>'),
    subject: 'a campaign',
    toTarget: (campaignId) => ({ campaignId }),
    example: 'campaign_demo',
  });
}
