import type { CallAnalysis, Job, JobCorrections } from '@outdial/client';
import type { Command } from 'commander';
import { omitUndefined, parseJsonObject, withExamples } from '../arguments';
import { UsageError } from '../failures';
import { escapeControls, formatTable } from '../output';
import type { Action } from '../session';

const exampleJob = 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const toJson = (value: unknown): string => JSON.stringify(value);
const collect = (name: string, before: string[]): string[] => [...before, name];

/** The words on which a field rests, or why it is unknown. */
function formatEvidence(name: string, { Evidence = {} }: CallAnalysis): string {
  const { Quotes = [], Unknown } = Evidence[name] ?? {};
  return Unknown ?? Quotes.map(({ Text }) => `"${Text}"`).join(' ');
}

/** Formats the fields of an analysis for people: each with its words, and what a person put in its place. */
export function formatAnalysis({ Analysis, Corrections = {}, AnalysisStatus }: Job['Data']): string {
  const fields = Object.entries(Analysis?.Data ?? {});
  if (Analysis === undefined || fields.length === 0) return '';
  const table = formatTable(fields, [
    ['FIELD', ([name]) => name],
    ['VALUE', ([, value]) => toJson(value)],
    ['CORRECTED', ([name]) => (Corrections[name] === undefined ? '' : toJson(Corrections[name].Value))],
    ['WORDS', ([name]) => formatEvidence(name, Analysis)],
  ]);
  const errors = (Analysis.SchemaErrors ?? []).map(({ Pointer, Detail }) => `${Pointer}: ${Detail}\n`).join('');
  const pending = AnalysisStatus?.Pending === true ? 'A model is yet to analyze the job.\n' : '';
  return `\n${table}${escapeControls(errors)}${pending}`;
}

const formatCorrections = ({ Corrections }: JobCorrections): string =>
  formatTable(Object.entries(Corrections), [
    ['FIELD', ([name]) => name],
    ['VALUE', ([, { Value }]) => toJson(Value)],
    ['BY', ([, { By }]) => By],
  ]);

/** `outdial jobs analyze` and `outdial jobs correct` */
export function addJobAnalysis(jobs: Command, action: Action): void {
  const analyze = jobs
    .command('analyze <job>')
    .description('Let a model analyze the calls of a job again.')
    .action(
      action(async (session, id: string) => {
        session.show(await session.client.jobs.analyze(session.campaign(), id, { signal: session.signal }));
      }),
    );
  withExamples(analyze, `jobs analyze ${exampleJob}`);
  const correct = jobs
    .command('correct <job>')
    .description("Put a person's values beside those of the analysis.")
    .option('--set <json>', 'fields with their right values; null if it was not said', parseJsonObject)
    .option('--remove <field>', 'a field whose correction is removed; repeatable', collect, [])
    .action(
      action(async (session, id: string, flags: { set?: Record<string, unknown>; remove: string[] }) => {
        if (flags.set === undefined && flags.remove.length === 0) throw new UsageError('Pass --set or --remove.');
        const Remove = flags.remove.length === 0 ? undefined : flags.remove;
        const body = omitUndefined({ Corrections: flags.set, Remove });
        const corrected = await session.client.jobs.correct(session.campaign(), id, body, { signal: session.signal });
        session.show(corrected, formatCorrections(corrected));
      }),
    );
  withExamples(
    correct,
    `jobs correct ${exampleJob} --set '{"Confirmed":false}'`,
    `jobs correct ${exampleJob} --remove Confirmed`,
  );
}
