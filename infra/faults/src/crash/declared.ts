import { manifests } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { changes, crossedRows } from './calls.ts'

/** The steps of a transaction on its way to the chain. */
const CHAIN = ['commit background chain processing', 'broadcast', 'commit background chain sent']
/** Whose transactions they are: deliveries; mints and the contracts that make them. */
const SENDERS: readonly string[] = ['shipping-payment', 'campaign']

/** What no call and no story can bring about, and who shows it instead. */
const EXCUSED: Readonly<Record<string, string>> = {
  'identity commit identity.shipping/CryptoTradeProven':
    'nobody settles in coins on the chain here: B5 delivers it again and again',
  'shipping-payment run job crypto.fill': 'as above: crypto.int.test.ts of shipping-payment',
  'shipping-payment run job delivery.blame':
    'needs a delivery that reverts at its recipient: recipient.int.test.ts of shipping-payment',
  'asset-indexer run job collection.notices':
    'needs a storm of metadata events: storm.int.test.ts of asset-indexer',
  'asset-indexer run job asset.holders':
    'needs a contract that moves what it never gave: strangers.int.test.ts of asset-indexer',
  'asset-indexer commit asset-indexer.trigger/TriggerFinished':
    'needs a success that used a token on chain: held.int.test.ts of asset-indexer',
  'shipping-payment run job topup.held':
    'needs a card that was charged another amount: held.int.test.ts of shipping-payment',
  'campaign run job mint.judgement': 'needs a batch that reverts on chain: mint.int.test.ts of campaign',
  'campaign run job mint.retry': 'needs a mint that failed: mint.int.test.ts of campaign',
  'campaign run job mint.waiting': 'needs a contract that is enabled again: mint.int.test.ts of campaign',
  'campaign run job payload.pin': 'needs a payload that names storage: pinning.int.test.ts of campaign',
  'gateway run job look.publish-due': 'needs a look that waits for its time: sites.int.test.ts of gateway',
  'gateway run job layout.publish-due': 'as above: the same job of layouts',
  'gateway run job page.publish-due': 'as above: the same job of pages',
  'gateway run job site.domain': 'needs a domain of somebody else: site-files.int.test.ts of gateway',
  'identity commit identity.domain/DomainMissed':
    'as above: notifications-moderation.int.test.ts of identity',
  'identity commit identity.site-page/SitePagePublished':
    'needs a page of a site: personal-data.int.test.ts of identity',
  'ledger publish ledger.seal.v1': 'needs a thousand transfers: hash-chain.int.test.ts of the ledger',
}

/** Whether a point is of what nothing can bring about when it is wanted; it may be crossed by chance. */
export const isExcused = (point: string): boolean =>
  Object.keys(EXCUSED).some((unit) => `${point} `.startsWith(`${unit} `))

/**
 * Every unit of work that a service declares and that leaves something behind: its routes that change something, its
 * consumers, jobs and topics, and the steps of a transaction. Each is a point, and the beginning of the names of others.
 */
export async function declaredUnits(): Promise<string[]> {
  const all = await Promise.all(
    manifests.map(async ({ name, publishes }) => {
      const { consumers, jobs } = await loadService(name)
      const rows = crossedRows.filter(({ endpoint }) => endpoint.service === name && changes(endpoint))
      const own = [
        ...rows.map(({ endpoint: { method, path } }) => `run ${method} ${path}`),
        ...jobs.map((one) => `run job ${one.name}`),
        ...consumers.map(({ group, type = '', handle }) =>
          handle ? `offset ${group}` : `commit ${group}/${type.split('.').at(-1)}`,
        ),
        ...publishes.map((topic) => `publish ${topic}`),
        ...(name === 'gateway' ? ['forward GET', 'forward POST'] : []),
        ...(SENDERS.includes(name) ? CHAIN : []),
      ]
      return own.map((unit) => `${name} ${unit}`)
    }),
  )
  return [...new Set(all.flat())]
}

export type Uncrossed = { excused: { unit: string; why: string }[]; forgotten: string[] }

/** Units that nothing has crossed: with a reason, or forgotten. A reason that is not needed any more is forgotten too. */
export function uncrossed(
  declared: readonly string[],
  crossed: ReadonlySet<string>,
  excuses: Readonly<Record<string, string>> = EXCUSED,
): Uncrossed {
  const missing = declared.filter((unit) => ![...crossed].some((one) => `${one} `.startsWith(`${unit} `)))
  const excused = missing.flatMap((unit) => (excuses[unit] ? [{ unit, why: excuses[unit] }] : []))
  const needless = Object.keys(excuses).filter((unit) => !declared.includes(unit))
  return {
    excused,
    forgotten: [
      ...missing.filter((unit) => !excuses[unit]),
      ...needless.map((unit) => `${unit}, which is excused and not declared`),
    ],
  }
}
