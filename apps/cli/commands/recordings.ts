import type { RecordingFile } from '@outdial/client';
import { Option, type Command } from 'commander';
import { withExamples } from '../arguments';
import { FailedError } from '../failures';
import { escapeControls } from '../output';
import type { Action, Session } from '../session';
import { writeFileAtomic } from '../write-file-atomic';

interface Flags {
  file: RecordingFile;
  call?: string;
  output?: string;
}

/** Finds the last call of a job that has a recording. */
async function findRecordedCall({ client, signal }: Session, campaign: string, jobId: string): Promise<string> {
  const { Data } = await client.jobs.get(campaign, jobId, { signal });
  const call = (Data.Calls ?? []).findLast(({ Recordings = [] }) => Recordings.length > 0);
  if (call === undefined)
    throw new FailedError('The job has no recording. A recording is available shortly after its call.');
  return call.ID;
}

/** Names the file after the call. The id may be the server's, which must not choose where a file is written. */
function defaultName(callID: string, file: RecordingFile): string {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(callID)) return `${callID}-${file}`;
  throw new FailedError('The id of the call cannot be a file name: name the file with --output.');
}

async function download(session: Session, jobID: string, flags: Flags): Promise<void> {
  const campaignID = session.campaign();
  const callID = flags.call ?? (await findRecordedCall(session, campaignID, jobID));
  const output = flags.output ?? defaultName(callID, flags.file);
  const { signal, client } = session;
  const fetchRecording = async () => {
    const { body } = await client.calls.recording({ campaignID, jobID, callID }, flags.file, { signal });
    return body ?? new Blob([]).stream();
  };
  await writeFileAtomic(output, fetchRecording, signal);
  session.show({ CallID: callID, File: output }, `${escapeControls(output)}\n`);
}

/** `outdial recordings …` */
export function addRecordings(program: Command, action: Action): void {
  const recordings = program.command('recordings').description('Download recordings of calls.');
  const example = 'recordings get job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
  withExamples(recordings, example);
  const get = recordings
    .command('get <job>')
    .description('Download the recording of the last call of a job.')
    .addOption(
      new Option('--file <file>', 'input: the contact; output: the assistant; merged: both, in stereo')
        .choices(['input.mp3', 'output.mp3', 'merged.mp3'])
        .default('merged.mp3'),
    )
    .option('--call <call>', 'the recording of this call')
    .option('-o, --output <file>', 'the file; named after the call by default')
    .action(action((session, id: string, flags: Flags) => download(session, id, flags)));
  withExamples(get, example, `${example} --file input.mp3 --output contact.mp3`);
}
