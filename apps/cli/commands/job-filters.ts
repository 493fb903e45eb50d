import type { JobsQuery, JobState } from '@outdial/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { omitUndefined, parseInstant, parseList } from '../arguments';

/** Every state: the compiler knows of one that is missing. */
const states = {
  created: true,
  scheduled: true,
  calling: true,
  completed: true,
  failed: true,
  canceled: true,
  deleting: true,
  deleted: true,
} as const satisfies Record<JobState, true>;
export const jobStates = Object.keys(states) as JobState[];
const isState = (word: string): word is JobState => Object.hasOwn(states, word);

/** The option may be repeated, and may name several. */
function parseStates(text: string, before: readonly JobState[] = []): JobState[] {
  const named = parseList(text);
  const known = named.filter(isState);
  if (named.length === 0 || known.length < named.length)
    throw new InvalidArgumentError(`Expected ${jobStates.join(', ')}, or several separated by commas.`);
  return [...new Set([...before, ...known])];
}

/** What narrows a list of jobs. */
export interface JobFilterFlags {
  state?: JobState[];
  test?: boolean;
  import?: string;
  createdAfter?: Date;
  createdBefore?: Date;
}

/** Gives a command the options that narrow a list of jobs. */
export const withJobFilters = (command: Command): Command =>
  command
    .addOption(
      new Option('--state <state>', 'those in this state; repeat it, or use commas, for several')
        .choices(jobStates)
        .argParser(parseStates),
    )
    .option('--test', 'test jobs alone')
    .option('--no-test', 'all but test jobs')
    .option('--import <import>', 'those that this import made')
    .option('--created-after <instant>', 'those created then or later, with the zone', parseInstant)
    .option('--created-before <instant>', 'those created before then', parseInstant);

/** The filters in the API's words. */
export const toJobsQuery = (flags: JobFilterFlags): JobsQuery =>
  omitUndefined({
    state: flags.state,
    test: flags.test,
    import_id: flags.import,
    created_after: flags.createdAfter,
    created_before: flags.createdBefore,
  });
