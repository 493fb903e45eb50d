import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forbidden, type SipCallEntry, type SipCallLog } from '../../../shared/adapters/telephony/sip/call-log';

/** A log of calls in a folder that outlives the processes which share it. Each step is on disk when it resolves. */
export function createFileCallLog(folder: string): SipCallLog {
  const fileOf = (attemptKey: string): string => join(folder, `${attemptKey}.json`);
  const read = (attemptKey: string): SipCallEntry | undefined =>
    existsSync(fileOf(attemptKey)) ? (JSON.parse(readFileSync(fileOf(attemptKey), 'utf8')) as SipCallEntry) : undefined;
  const write = (attemptKey: string, entry: SipCallEntry): void => {
    const file = fileOf(attemptKey);
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(entry));
    renameSync(`${file}.${process.pid}`, file);
  };
  return {
    begin: ({ attemptKey }, signaling) => {
      if (read(attemptKey) !== undefined) return Promise.resolve(false);
      write(attemptKey, { signaling });
      return Promise.resolve(true);
    },
    advance: (attemptKey, signaling) => {
      const entry = read(attemptKey);
      if (entry === undefined || entry.outcome !== undefined) return Promise.resolve(false);
      write(attemptKey, { signaling });
      return Promise.resolve(true);
    },
    end: (attemptKey, outcome) => {
      const entry = read(attemptKey);
      if (entry !== undefined && entry.outcome === undefined) write(attemptKey, { outcome });
      return Promise.resolve();
    },
    find: (attemptKey) => Promise.resolve(read(attemptKey)),
    forbid: (attemptKey, atMs) => {
      if (read(attemptKey) !== undefined) return Promise.resolve(false);
      write(attemptKey, { outcome: forbidden(atMs) });
      return Promise.resolve(true);
    },
  };
}
