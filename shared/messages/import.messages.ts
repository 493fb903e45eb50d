/** What the working off of an import is started with. */
export interface JobImportInput {
  importId: string;
}
