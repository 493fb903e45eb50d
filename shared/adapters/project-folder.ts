import { join } from 'node:path';

/** Where the root lies, seen from the bundle that holds this code. The build defines it (tools/build). */
declare const rootFromBundle: string | undefined;

/**
 * The folder under which the files lie that programs read: the pages, the console's build, the API's document. It is the root of the
 * checkout, and in a build the folder of the programs, which has these files at the same paths.
 */
export const projectFolder =
  typeof rootFromBundle === 'undefined' ? join(__dirname, '../..') : join(__dirname, rootFromBundle);
