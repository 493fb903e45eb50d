import { rotationSettingsSchema } from '../../../shared/config/settings.schema';
import type { CliContext } from '../session';
import { withDatabase } from './database';
import { rotateMasterKey, type RotationResult } from './key-rotation';

const progressEvery = 10_000;

/** Rewraps every data key in the database of the environment. Reports progress once per 10,000 keys. */
export function rotateInDatabase(
  context: Pick<CliContext, 'env' | 'signal'>,
  onProgress: (progress: RotationResult) => void,
): Promise<RotationResult> {
  let nextAt = progressEvery;
  return withDatabase(context, rotationSettingsSchema, (db, settings) =>
    rotateMasterKey(db, settings, (progress) => {
      if (progress.examined < nextAt) return;
      nextAt = progress.examined + progressEvery;
      onProgress(progress);
    }),
  );
}
