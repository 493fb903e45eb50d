import { randomBytes } from 'node:crypto';
import { parseAllDocuments } from 'yaml';
import { loadSettings, SettingsError } from '../../shared/config/load';
import { apiSettingsSchema, workerSettingsSchema } from '../../shared/config/settings.schema';

interface EnvVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { optional?: boolean }; fieldRef?: unknown };
}

interface Workload {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: { env: EnvVariable[] }[] } } };
}

/** What stands in the Secret that values name. */
const secretValues: Record<string, string> = {
  MONGODB_URI: 'mongodb+srv://user:password@cluster.example/',
  OUTDIAL_MASTER_KEY: randomBytes(32).toString('base64'),
};
/** An address of the family that the chart was rendered for. */
const podAddress = { IPv4: '192.0.2.7', IPv6: '2001:db8::7' };

/** The environment of a container, as Kubernetes makes it: references to earlier variables are replaced. */
function environmentOf(variables: readonly EnvVariable[], address: string): NodeJS.ProcessEnv {
  const env: Record<string, string> = {};
  for (const { name, value, valueFrom } of variables) {
    const secret = valueFrom?.secretKeyRef;
    if (valueFrom?.fieldRef !== undefined) env[name] = address;
    else if (secret !== undefined && secret.optional !== true) env[name] = secretValues[name] ?? '';
    else if (value !== undefined)
      env[name] = value.replaceAll(/\$\((\w+)\)/g, (_, variable: string) => env[variable] ?? '');
  }
  return env;
}

/**
 * Parses the settings of every process in rendered manifests as the process would.
 * @returns what it would refuse, by workload
 */
export function settingsProblems(yaml: string): string[] {
  const workloads = parseAllDocuments(yaml)
    .map((document) => document.toJSON() as Workload | null)
    .filter((manifest) => manifest?.kind === 'Deployment' || manifest?.kind === 'StatefulSet') as Workload[];
  const family = yaml.includes('[$(POD_IP)]') ? 'IPv6' : 'IPv4';
  return workloads.flatMap(({ kind, metadata, spec }) => {
    const env = environmentOf(spec.template.spec.containers[0]?.env ?? [], podAddress[family]);
    try {
      loadSettings(kind === 'Deployment' ? apiSettingsSchema : workerSettingsSchema, env);
      return [];
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return [`${metadata.name}: ${error.message}`];
    }
  });
}
