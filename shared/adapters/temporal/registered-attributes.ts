import { isGrpcServiceError, type ConnectionLike } from '@temporalio/client';
import { SearchAttributeType } from '@temporalio/common';
import { searchAttributes } from '../../messages/search-attributes';

const timeoutMs = 5_000;
/** The status codes of gRPC for keys that may not list search attributes, and for servers that cannot. */
const [permissionDenied, unimplemented] = [7, 12];

/** The types that workflows use, as the server numbers them (temporal.api.enums.v1.IndexedValueType). */
export const serverTypes: Partial<Record<SearchAttributeType, number>> = {
  [SearchAttributeType.KEYWORD]: 2,
  [SearchAttributeType.DATETIME]: 6,
};

const isRefused = (error: unknown): boolean => {
  if (!isGrpcServiceError(error)) return false;
  const { code }: { code: unknown } = error;
  return code === permissionDenied || code === unimplemented;
};

/**
 * Finds the search attributes that the namespace lacks, or has with another type. Without them the server rejects every
 * start of a workflow.
 * @returns `undefined` if this process may not list them
 */
export async function findMissingAttributes(
  connection: ConnectionLike,
  namespace: string,
): Promise<string[] | undefined> {
  try {
    const { customAttributes } = await connection.withDeadline(Date.now() + timeoutMs, () =>
      connection.operatorService.listSearchAttributes({ namespace }),
    );
    return Object.values(searchAttributes)
      .filter(({ name, type }) => customAttributes[name] !== serverTypes[type])
      .map(({ name, type }) => `${name} (${type})`);
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
