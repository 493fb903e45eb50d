/** CPU time that a synchronous task takes in this process, in ms: unlike wall time, it does not grow on a busy machine. */
export function measureCpuMs(task: () => void): number {
  const start = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
