import type { Job } from '../../domain/job/job';

/** Free-form fields are kept as JSON text: BSON would refuse or change some of what JSON allows (`$` and `.` in keys, large integers). */
const textFields = ['Metadata', 'Data', 'Overrides', 'OutputData', 'Analysis'] as const;
type TextField = (typeof textFields)[number];

/** A job as the database holds it. */
export type JobDocument = Omit<Job, 'ID' | TextField> & { _id: string; NumberHash: string } & {
  [Field in TextField]?: string;
};

/** Writes some fields of a job in their stored form. */
export function storedFields(fields: Partial<Job>): Partial<JobDocument> {
  const stored: Record<string, unknown> = { ...fields };
  for (const name of textFields) {
    if (fields[name] !== undefined) stored[name] = JSON.stringify(fields[name]);
  }
  if (fields.ID !== undefined) {
    stored['_id'] = fields.ID;
    delete stored['ID'];
  }
  return stored;
}

/** Reads a job from its stored form. */
export function jobFrom(document: JobDocument): Job {
  const { _id, NumberHash: _hash, ...rest } = document;
  const job: Record<string, unknown> = { ...rest, ID: _id };
  for (const name of textFields) {
    const text = document[name];
    if (text !== undefined) job[name] = JSON.parse(text);
  }
  return job as unknown as Job;
}
