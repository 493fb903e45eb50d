import type { JobsQuery, JobState } from '@outdial/client';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { omitUndefined, parseInstant, parseList } from '../arguments';

/** Every state; the compiler reports a missing one. */
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

/** The option may be repeated and may contain several states. */
function parseStates(text: string, before: readonly JobState[] = []): JobState[] {
  const named = parseList(text);
  const known = named.filter(isState);
  if (named.length === 0 || known.length < named.length)
    throw new InvalidArgumentError(`Expected one or more of ${jobStates.join(', ')}, separated by commas.`);
  return [...new Set([...before, ...known])];
}

/** The flags that filter jobs. */
export interface JobFilterFlags {
  state?: JobState[];
  test?: boolean;
  import?: string;
  createdAfter?: Date;
  createdBefore?: Date;
}

/** Adds the options that filter jobs. */
export const withJobFilters = (command: Command): Command =>
  command
    .addOption(
      new Option('--state <state>', 'only jobs in this state; repeat it or use commas for several')
        .choices(jobStates)
        .argParser(parseStates),
    )
    .option('--test', 'only test jobs')
    .option('--no-test', 'no test jobs')
    .option('--import <import>', 'only jobs of this import')
    .option('--created-after <instant>', 'only jobs created at or after this instant, with a UTC offset', parseInstant)
    .option('--created-before <instant>', 'only jobs created before this instant', parseInstant);

/** Converts the flags to the query of the API. */
export const toJobsQuery = (flags: JobFilterFlags): JobsQuery =>
  omitUndefined({
    state: flags.state,
    test: flags.test,
    import_id: flags.import,
    created_after: flags.createdAfter,
    created_before: flags.createdBefore,
  });
