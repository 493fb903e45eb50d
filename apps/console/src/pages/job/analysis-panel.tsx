import { Link } from '@tanstack/react-router';
import type { CallAnalysis, Campaign, Job } from '@outdial/client';
import { api } from '../../api/client';
import { formatNumber, words } from '../../lib/format';
import { messageAnchor } from '../../lib/message-anchor';
import { Action } from '../../ui/action';
import { Instant } from '../../ui/instant';
import { Facts, Json, Panel } from '../../ui/layout';
import { Empty } from '../../ui/loaded';
import { Table, type Column } from '../../ui/table';
import { CorrectButton, RemoveCorrectionButton } from './correct-button';
import { analyzeJob, type JobPath } from './job-requests';

type Correction = NonNullable<Job['Data']['Corrections']>[string];
type Quote = NonNullable<NonNullable<CallAnalysis['Evidence']>[string]['Quotes']>[number];

/** A field of the analysis: what the machine found, the words it rests on, and what a person put in its place. */
interface Field {
  name: string;
  value: unknown;
  evidence: NonNullable<CallAnalysis['Evidence']>[string] | undefined;
  correction: Correction | undefined;
}

function fieldsOf({ Analysis, Corrections = {} }: Job['Data']): Field[] {
  const data = (Analysis?.Data ?? {}) as Record<string, unknown>;
  const names = new Set([...Object.keys(data), ...Object.keys(Corrections)]);
  return [...names].map((name) => ({
    name,
    value: data[name],
    evidence: Analysis?.Evidence?.[name],
    correction: Corrections[name],
  }));
}

/** What the calls say about the campaign's questions, with the words, and with what people corrected. */
export function AnalysisPanel({ path, job }: { path: JobPath; job: Job }) {
  const { Analysis, OutputData, State, Calls = [] } = job.Data;
  const campaign = api.useQuery('get', '/campaigns/{campaignID}', { params: { path } });
  const fields = fieldsOf(job.Data);
  return (
    <Panel
      title="Analysis"
      actions={<AnalyzeButton path={path} unless={refusalOf(State, Calls.length, campaign.data)} />}
    >
      <Status job={job} />
      {Analysis === undefined ? (
        <Empty>No call was analyzed yet.</Empty>
      ) : (
        <p className="mb-2">{Analysis.CallSummary}</p>
      )}
      {fields.length > 0 && (
        <Table
          caption="Fields of the analysis"
          columns={columnsOf(path, job, campaign.data)}
          rows={fields}
          rowKey={({ name }) => name}
        />
      )}
      {Analysis !== undefined && <Provenance analysis={Analysis} />}
      {OutputData !== undefined && <Json label="Output data of the agent" value={OutputData} />}
    </Panel>
  );
}

const erased: readonly string[] = ['deleting', 'deleted'];

function refusalOf(state: Job['Data']['State'], calls: number, campaign: Campaign | undefined): string | undefined {
  if (erased.includes(state)) return `The job is ${words(state)}.`;
  if (calls === 0) return 'The job has no call yet.';
  if (campaign !== undefined && campaign.Data.AnalysisSchema === undefined)
    return 'The campaign asks no questions: it has no AnalysisSchema.';
  return undefined;
}

const AnalyzeButton = ({ path, unless }: { path: JobPath; unless: string | undefined }) => (
  <Action label="Analyze again…" scope="jobs:write" unless={unless} request={() => analyzeJob(path)}>
    <p>
      A model reads all calls of the job again, by the questions that the campaign asks now. The former analysis stays
      until the new one replaces it; corrections stay.
    </p>
  </Action>
);

function Status({ job: { Data } }: { job: Job }) {
  const status = Data.AnalysisStatus;
  if (status === undefined) return null;
  const { Pending, Attempts, Failure, RequestedAt } = status;
  return (
    <p role="status" className={`mb-2 ${Pending ? 'text-warn' : 'text-bad'}`}>
      {Pending ? 'A model is yet to analyze the job' : 'The analysis was given up'}, asked for{' '}
      <Instant at={RequestedAt} />.{Attempts > 0 && ` ${formatNumber(Attempts)} attempts failed`}
      {Failure !== undefined && `, the last one: ${words(Failure)}`}
      {Attempts > 0 && '.'}
    </p>
  );
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const columnsOf = (path: JobPath, job: Job, campaign: Campaign | undefined): Column<Field>[] => [
  { head: 'Field', cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    head: "Machine's value",
    cell: ({ value, evidence }) =>
      evidence?.Unknown === undefined ? (
        <code>{shown(value)}</code>
      ) : (
        <span className="text-muted">{words(evidence.Unknown)}</span>
      ),
  },
  { head: 'Words', cell: ({ evidence }) => <Quotes quotes={evidence?.Quotes ?? []} /> },
  {
    head: 'Corrected',
    cell: ({ correction }) => (correction === undefined ? '' : <CorrectionView correction={correction} />),
  },
  {
    head: 'Actions',
    cell: ({ name, value, correction }) => (
      <span className="flex gap-1">
        <CorrectButton
          path={path}
          name={name}
          value={correction === undefined ? value : correction.Value}
          schema={campaign?.Data.AnalysisSchema}
          unless={erased.includes(job.Data.State) ? `The job is ${words(job.Data.State)}.` : undefined}
        />
        {correction !== undefined && <RemoveCorrectionButton path={path} name={name} />}
      </span>
    ),
  },
];

const CorrectionView = ({ correction: { Value, By, At } }: { correction: Correction }) => (
  <>
    <code>{shown(Value)}</code>{' '}
    <span className="text-muted">
      by <code className="text-xs">{By}</code>, <Instant at={At} />
    </span>
  </>
);

/** The words on which a value rests; each leads to its message in the transcript. */
const Quotes = ({ quotes }: { quotes: readonly Quote[] }) => (
  <ul>
    {quotes.map(({ CallID, MessageIndex, Text }) => {
      const anchor = messageAnchor(CallID, MessageIndex);
      return (
        <li key={anchor + Text}>
          <Link
            to="."
            hash={anchor}
            search={true}
            onClick={() => document.getElementById(anchor)?.focus()}
            title={`In call ${CallID.replace(/^.*_/, '')}`}
          >
            “{Text}”
          </Link>
        </li>
      );
    })}
  </ul>
);

function Provenance({ analysis: { Source, SchemaErrors = [], ConversationEndReason } }: { analysis: CallAnalysis }) {
  return (
    <div className="mt-2">
      <Facts
        facts={[
          ['Outcome', words(ConversationEndReason)],
          [
            'Made by',
            Source === undefined ? 'the rules: no model has read the calls' : (Source.Model ?? Source.Analyzer),
          ],
          ...(Source === undefined
            ? []
            : ([
                ['Questions of', `version ${Source.SchemaVersion} of the campaign`],
                ['When', <Instant key="at" at={Source.AnalyzedAt} />],
                [
                  'Calls',
                  `${formatNumber(Source.Calls)}${Source.Truncated === true ? ', the oldest messages unread' : ''}`,
                ],
              ] as const)),
        ]}
      />
      {SchemaErrors.map(({ Pointer, Detail }) => (
        <p key={Pointer + Detail} className="text-warn">
          <code>{Pointer}</code> {Detail}
        </p>
      ))}
    </div>
  );
}
