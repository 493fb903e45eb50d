import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import { parseAllDocuments } from 'yaml';

/** A manifest, as far as it says which schema it follows. */
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/** What was found in a stream of manifests. */
export interface Findings {
  checked: number;
  /** `Kind name: what is wrong`, for each problem. */
  problems: string[];
  /** Kinds without a schema: those of operators. */
  unknownKinds: string[];
}

/** The folder of one version's schemas names files `<kind>-<group>-<version>.json`, with the first label of the group. */
function schemaFile({ apiVersion, kind }: Manifest): string {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return `${[kind.toLowerCase(), group.split('.')[0], version].filter((part) => part !== '').join('-')}.json`;
}

const readSchema = (file: string): Record<string, unknown> => {
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  // Those of the schemas are not those of their files.
  delete schema['$schema'];
  delete schema['id'];
  return schema;
};

/**
 * Creates a check of manifests against the strict schemas of one version of Kubernetes, which accept no unknown field.
 * @param folder holds one schema for each kind, and `_definitions.json`
 */
export function createManifestCheck(folder: string): (yaml: string) => Findings {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false });
  ajv.addSchema(readSchema(join(folder, '_definitions.json')), '/api/_definitions.json');
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (name: string): ValidateFunction => {
    const validate = compiled.get(name) ?? ajv.compile({ ...readSchema(join(folder, name)), $id: `/api/${name}` });
    compiled.set(name, validate);
    return validate;
  };
  return (yaml) => {
    const manifests = parseAllDocuments(yaml).flatMap((document) => (document.toJSON() as Manifest | null) ?? []);
    const [known, unknown] = [true, false].map((isKnown) =>
      manifests.filter((manifest) => existsSync(join(folder, schemaFile(manifest))) === isKnown),
    ) as [Manifest[], Manifest[]];
    return {
      checked: known.length,
      unknownKinds: [...new Set(unknown.map(({ kind }) => kind))],
      problems: known.flatMap((manifest) => {
        const validate = validatorOf(schemaFile(manifest));
        // Annotated, because the compiled function would narrow the type of what it refuses.
        const isValid: boolean = validate(manifest);
        if (isValid) return [];
        return (validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${manifest.kind} ${manifest.metadata.name}: ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
        );
      }),
    };
  };
}
