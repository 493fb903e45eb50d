import type { Call, Job, ScheduleExplanation } from '@outdial/client';
import { formatDetails, formatInstant, escapeControls, formatTable } from '../output';
import { formatAnalysis } from './job-analysis';

/** Formats a job for people. */
export function formatJob({ ID, CampaignID, CreatedAt, Metrics, Events = [], Data }: Job): string {
  const head = formatDetails({
    ID,
    Campaign: CampaignID,
    State: Data.State,
    Reason: Data.FailureReason,
    Message: Data.FailureMessage,
    Number: Data.PhoneNumber,
    Name: Data.ContactName,
    Created: formatInstant(CreatedAt),
    'Next call': formatInstant(Data.NextCallMS),
    Attempts: Metrics.TotalCallAttempts,
    Metadata: Data.Metadata,
    Data: Data.Data,
    Summary: Data.Analysis?.CallSummary,
  });
  const calls = (Data.Calls ?? []).map(formatCall).join('');
  const events = Events.map(
    ({ CreatedMS, EventType, Properties }) => [formatInstant(CreatedMS), EventType, Properties] as const,
  );
  const eventTable = formatTable(events, [
    ['WHEN', ([at]) => at],
    ['EVENT', ([, type]) => type],
    ['', ([, , properties]) => JSON.stringify(properties)],
  ]);
  return `${head}${formatAnalysis(Data)}${calls}${events.length === 0 ? '' : `\n${eventTable}`}`;
}

function formatCall({ ID, State, EndedReason, ConnectedAt, DisconnectedAt, Messages, Recordings = [] }: Call): string {
  const seconds =
    ConnectedAt === undefined || DisconnectedAt === undefined
      ? ''
      : `, ${Math.round((Date.parse(DisconnectedAt) - Date.parse(ConnectedAt)) / 1000)} s`;
  const how = EndedReason === undefined ? State : `${State}, ${EndedReason}`;
  const messages = Messages.filter(({ role, content }) => content !== null && ['assistant', 'user'].includes(role))
    .map(({ role, content }) => `    ${role.padEnd(9)}  ${escapeControls(content ?? '')}\n`)
    .join('');
  const files = Recordings.map((url) => `  ${escapeControls(url)}\n`).join('');
  return `\n${escapeControls(ID)}  ${escapeControls(how)}${seconds}\n${messages}${files}`;
}

/** Formats the explanation of a schedule: gate by gate, then the forecast. */
export function formatExplanation(explained: ScheduleExplanation): string {
  const gates = formatTable(explained.Gates, [
    ['', ({ Satisfied }) => (Satisfied ? 'open' : 'closed')],
    ['GATE', ({ Name }) => Name],
    ['OPENS', ({ OpensAtMS, Satisfied }) => (Satisfied ? undefined : formatInstant(OpensAtMS))],
    ['REASON', ({ Message }) => Message],
  ]);
  const forecast = formatTable(explained.Forecast, [
    ['CALL', ({ CallMS }) => formatInstant(CallMS)],
    ['HELD BY', ({ Gate }) => Gate],
  ]);
  const ending = explained.ForecastEndsBecause === null ? '' : `${escapeControls(explained.ForecastEndsBecause)}\n`;
  const coming =
    explained.Forecast.length === 0 ? '' : `\nIf each call ends as ${escapeControls(explained.Assume)}:\n${forecast}`;
  return `${escapeControls(explained.Message)}\n${explained.Gates.length === 0 ? '' : `\n${gates}`}${coming}${ending}`;
}
