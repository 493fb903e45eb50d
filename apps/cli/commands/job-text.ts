import type { Call, Job, ScheduleExplanation } from '@outdial/client';
import { details, instant, plain, table } from '../output';

/** What people want to know of a job. */
export function jobText({ ID, CampaignID, CreatedAt, Metrics, Events = [], Data }: Job): string {
  const head = details({
    ID,
    Campaign: CampaignID,
    State: Data.State,
    Why: Data.FailureReason,
    Problem: Data.FailureMessage,
    Number: Data.PhoneNumber,
    Name: Data.ContactName,
    Created: instant(CreatedAt),
    'Next call': instant(Data.NextCallMS),
    Attempts: Metrics.TotalCallAttempts,
    Metadata: Data.Metadata,
    Data: Data.Data,
    Summary: Data.Analysis?.CallSummary,
  });
  const calls = (Data.Calls ?? []).map(callText).join('');
  const events = Events.map(
    ({ CreatedMS, EventType, Properties }) => [instant(CreatedMS), EventType, Properties] as const,
  );
  const told = table(events, [
    ['WHEN', ([at]) => at],
    ['EVENT', ([, type]) => type],
    ['', ([, , properties]) => JSON.stringify(properties)],
  ]);
  return `${head}${calls}${events.length === 0 ? '' : `\n${told}`}`;
}

function callText({ ID, State, EndedReason, ConnectedAt, DisconnectedAt, Messages, Recordings = [] }: Call): string {
  const seconds =
    ConnectedAt === undefined || DisconnectedAt === undefined
      ? ''
      : `, ${Math.round((Date.parse(DisconnectedAt) - Date.parse(ConnectedAt)) / 1000)} s`;
  const how = EndedReason === undefined ? State : `${State}, ${EndedReason}`;
  const said = Messages.filter(({ role, content }) => content !== null && ['assistant', 'user'].includes(role))
    .map(({ role, content }) => `    ${role.padEnd(9)}  ${plain(content ?? '')}\n`)
    .join('');
  const files = Recordings.map((url) => `  ${plain(url)}\n`).join('');
  return `\n${plain(ID)}  ${plain(how)}${seconds}\n${said}${files}`;
}

/** Why a job is not called now, gate by gate, and what comes. */
export function explanationText(explained: ScheduleExplanation): string {
  const gates = table(explained.Gates, [
    ['', ({ Satisfied }) => (Satisfied ? 'open' : 'shut')],
    ['GATE', ({ Name }) => Name],
    ['OPENS', ({ OpensAtMS, Satisfied }) => (Satisfied ? undefined : instant(OpensAtMS))],
    ['WHY', ({ Message }) => Message],
  ]);
  const forecast = table(explained.Forecast, [
    ['CALL', ({ CallMS }) => instant(CallMS)],
    ['HELD BY', ({ Gate }) => Gate],
  ]);
  const ending = explained.ForecastEndsBecause === null ? '' : `${plain(explained.ForecastEndsBecause)}\n`;
  const coming =
    explained.Forecast.length === 0 ? '' : `\nIf each call ends as ${plain(explained.Assume)}:\n${forecast}`;
  return `${plain(explained.Message)}\n${explained.Gates.length === 0 ? '' : `\n${gates}`}${coming}${ending}`;
}
