import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { serviceNames } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { expect, test } from 'vitest'

const isStream = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'evolve' in value && 'decide' in value && 'name' in value

/** Names of the kinds of stream that files of a service export. */
async function kindsIn(service: string): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob(`services/${service}/src/**/*.ts`, { cwd: root })) {
    const isTest = path.endsWith('.test.ts')
    if (isTest || !(await readFile(join(root, path), 'utf8')).includes('stream({')) continue
    const exported: object = await import(join(root, path))
    found.push(
      ...Object.values(exported)
        .filter(isStream)
        .map(({ name }) => name),
    )
  }
  return found
}

test.each(serviceNames.filter((name) => name !== 'gateway'))(
  'the relay of %s knows each kind of stream that it meets in the log',
  async (name) => {
    const { stored } = await loadService(name)
    expect(stored.map((one) => one.name)).toEqual(expect.arrayContaining(await kindsIn(name)))
  },
)
