import { Gauge, type Registry } from 'prom-client';

/** Reports whether the deployment lacks something. What is not known is absent. */
export function observePrerequisites(registry: Registry, read: () => Readonly<Record<string, boolean>>): void {
  new Gauge({
    name: 'outdial_prerequisite_incomplete',
    help: '1 while the deployment lacks something that this process needs, else 0; absent while it is not known.',
    labelNames: ['name'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [name, incomplete] of Object.entries(read())) this.set({ name }, incomplete ? 1 : 0);
    },
  });
}
