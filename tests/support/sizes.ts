/**
 * How much the long tests try. `npm test` crosses every boundary (several batches, several kills) in minutes; `npm run test:full` has the
 * sizes of a proof. The environment is read here and nowhere else.
 */
export const isFullSize = process.env['OUTDIAL_TEST_SIZE'] === 'full';
const full = isFullSize;

/** How many campaigns call under two rates in a row, the rates, and for how long by a clock of the test. */
export const ratesInARow = full
  ? ([1, 2, 3, 4] as const).flatMap((campaigns) => [
      { campaigns, campaign: 10, caller: 12, lengthMs: 180_000 },
      { campaigns, campaign: 60, caller: 40, lengthMs: 90_000 },
    ])
  : [
      { campaigns: 3, campaign: 10, caller: 12, lengthMs: 70_000 },
      { campaigns: 2, campaign: 60, caller: 40, lengthMs: 30_000 },
    ];

/** Jobs to one number that are due at once, of which its limit lets two ring. */
export const jobsToOneNumber = full ? 50 : 20;

/** How many of the clock changes are lived through, for weeks, by a workflow. */
export const clockChanges = full ? 6 : 2;

/** Rows of the file that is imported while processes are killed; a batch has 250. */
export const importRows = full ? 20_000 : 600;

/** Whether processes are killed in bulk actions too; `tests/workflow/bulk` loses the worker at each of their steps in any size. */
export const killsInBulkActions = full;

/** Rows of a file in which each number is in four of them. */
export const duplicateRows = full ? 40_000 : 1_200;

/** How often the worker is killed, and the jobs that it has then: of each outcome at least one. */
export const workerKills = full ? { kills: 5, jobs: 12 } : { kills: 2, jobs: 6 };

/** Jobs that wait, and as many that are in a call, when everything stops at once. */
export const unpluggedJobs = full ? 10 : 4;

/** An erasure crashes after each of so many of its operations: with 4 after the first, the fifth and so on, and after the last one. */
export const erasureCrashEvery = full ? 1 : 4;

/** Jobs that are being erased when what they need is killed. */
export const erasedJobs = full ? 12 : 3;

/** Jobs of an export, and the characters in each: together always more than 25 MB. */
export const exportedJobs = full ? { count: 20_000, characters: 1_200 } : { count: 3_000, characters: 8_800 };

/** Jobs of the campaign that the console lists: several pages of each state. */
export const listedJobs = full ? 100_000 : 1_200;

/** Whether each role is compared with the API in the console, or the ones that may least and most, and one between them. */
export const comparesEveryRole = full;

/** How long the API is fuzzed with each seed, and how many seeds there are. */
export const fuzzing = full ? { seconds: 12, seeds: 50 } : { seconds: 6, seeds: 1 };

/** Whether the Pipecat example is run, which installs 435 MB of Python packages once and takes half a minute. */
export const runsPipecat = full;

/** Whether personal data is looked for after each scenario of the simulator, or after those that store something of their own. */
export const tracesEveryScenario = full;

/** Whether calls are also made to other peers than SIPp, and workers killed at every step of a call instead of at three. */
export const fullInterop = full;

/** Whether the service also calls over Asterisk from `npm start` to the end of a job; over SIPp it does so in any size. */
export const callsOverAsterisk = full;

/** Runs of a property that is checked `quick` times in `npm test`. */
export const propertyRuns = (quick: number): number => (full ? quick * 50 : quick);

/**
 * The campaign that is shown to be under control: its rows and limits, how many explanations are asked for, and how long
 * (ms) the provider fails and each pause lasts at least. `killsInCalls`: workers are killed in the middle of calls, whose
 * places then stay taken for 40 seconds; otherwise a worker is killed in a pause.
 */
export const campaign = full
  ? {
      rows: 2_000,
      workers: 2,
      pacing: { MaxConcurrentCalls: 20, MaxCallsPerMinute: 400, RampMinutes: 1 },
      callerCalls: 13,
      length: { ring: 0.5, talk: 1.5 },
      retrySeconds: 10,
      asks: 200,
      asksApartMs: 1_200,
      outageMs: 60_000,
      pauseMs: 15_000,
      killsInCalls: true,
      sigmas: 3,
      withinMs: 900_000,
    }
  : {
      rows: 40,
      workers: 1,
      pacing: { MaxConcurrentCalls: 5, MaxCallsPerMinute: 300 },
      callerCalls: 4,
      length: { ring: 0.2, talk: 0.8 },
      retrySeconds: 1,
      asks: 24,
      asksApartMs: 100,
      outageMs: 1_500,
      pauseMs: 500,
      killsInCalls: false,
      // So few draws say little about the weights.
      sigmas: 5,
      withinMs: 120_000,
    };

/** Whether that campaign is run: it takes minutes, and in a small one not everything happens that it is about. */
export const runsCampaign = full || process.env['OUTDIAL_TEST_CAMPAIGN'] === 'small';

/** What is random in that campaign: the same seed repeats it, as far as real processes can. */
export const campaignSeed = Number(process.env['OUTDIAL_TEST_SEED'] ?? Date.now() % 1_000_000);

/** At how many moments the statistics are compared with a full count, while what keeps them is killed three times. */
export const statsMoments = full ? 21 : 6;

/** How long a replica set has no primary. */
export const electionMs = full ? 30_000 : 4_000;

/** Puts this delay between the tests and their MongoDB, in each direction, and makes it look like a replica set; 0 does neither. */
export const mongoDelayMs = Number(process.env['OUTDIAL_TEST_MONGO_DELAY_MS'] ?? 0);

/** One in so many combinations of Twilio's faults is tried. */
export const shareOfTwilioFaults = full ? 1 : 6;

/** Whether processes of the previous version run beside today's: that version is unpacked and compiled as it starts. */
export const mixesVersions = full;
