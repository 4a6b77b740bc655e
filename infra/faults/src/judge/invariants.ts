import { manifests } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import type { Db } from '@talad/shared/db'
import type { Manifest } from '@talad/shared/manifest'

/** The database of a service of the system that is looked at. */
export type Databases = (service: string) => Db

/**
 * Which of the manifests' invariants don't hold. Ask when all is drained.
 * @param of the services that run; all of them, unless told otherwise
 * @returns each with the first row that breaks it
 */
export async function brokenInvariants(
  databases: Databases,
  of: readonly Manifest[] = manifests,
): Promise<string[]> {
  const found = await Promise.all(
    of.flatMap(({ name, invariants }) =>
      invariants.map(async ({ description: says, sql }) => {
        const { rows } = await databases(name).query(
          `select row_to_json(broken) as row from (${sql}) broken limit 1`,
        )
        return rows.length === 0
          ? []
          : [`${name}: it does not hold that ${says}: ${JSON.stringify(rows[0]?.row)}`]
      }),
    ),
  )
  return found.flat()
}

/** What the services' own checks find, such as that of the ledger's books; one that covers nothing has shown nothing. */
export async function failedChecks(
  databases: Databases,
  of: readonly (typeof manifests)[number][] = manifests,
): Promise<string[]> {
  const failed: string[] = []
  for (const { name } of of) {
    const { checks } = await loadService(name)
    for (const { description: says, run } of checks) {
      const { covers, faults } = await run(databases(name))
      if (covers.startsWith('0 ')) failed.push(`${name}: it covers ${covers} that ${says}`)
      failed.push(...faults.map((fault) => `${name}: ${fault}`))
    }
  }
  return failed
}
