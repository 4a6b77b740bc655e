import { columns, type Db, inTx, isDataFault, type Tx } from '@talad/shared/db'
import { wellFormed } from '@talad/shared/text'
import { byPlace, type ChainFact } from '../chain/facts.ts'

/** A fact that the database can't hold. */
export type RefusedFact = { fact: ChainFact; error: Error }

/** Ends a trial. */
class TrialOver extends Error {}

/**
 * Finds which facts the database refuses, by trying: all that go together with what was found good are good, and of those
 * that don't, each half is tried. Nothing of it is written.
 * @param apply writes these facts and nothing else
 */
export async function findRefused(
  db: Db,
  facts: readonly ChainFact[],
  apply: (tx: Tx, facts: readonly ChainFact[]) => Promise<unknown>,
): Promise<RefusedFact[]> {
  const refused: RefusedFact[] = []
  let good: readonly ChainFact[] = []

  async function faultOf(tried: readonly ChainFact[]): Promise<Error | undefined> {
    try {
      await inTx(db, async (tx) => {
        await apply(tx, tried)
        throw new TrialOver()
      })
    } catch (error) {
      if (error instanceof TrialOver) return undefined
      if (error instanceof Error && isDataFault(error)) return error
      throw error
    }
    return undefined
  }

  async function sort(part: readonly ChainFact[]): Promise<void> {
    const error = await faultOf([...good, ...part])
    const [only] = part
    if (!error) good = [...good, ...part]
    else if (part.length === 1 && only) refused.push({ fact: only, error })
    else {
      await sort(part.slice(0, part.length >> 1))
      await sort(part.slice(part.length >> 1))
    }
  }

  // what fails without any fact is none's fault
  const error = await faultOf([])
  if (error) throw error
  await sort([...facts].sort(byPlace))
  return refused
}

const MAX_FACT = 10_000
const MAX_ERROR = 500

/** Keeps what was refused, for whoever looks into it; everything else goes on. */
export async function saveRefused(tx: Tx, refused: readonly RefusedFact[], at: Date): Promise<void> {
  if (refused.length === 0) return
  await tx.query(
    `insert into refused_fact (block_number, log_index, item, fact, error, refused_at)
     select *, $6::timestamptz from unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], $5::text[])
     on conflict do nothing`,
    [
      ...columns(
        refused,
        ({ fact }) => fact.block,
        ({ fact }) => fact.log,
        ({ fact }) => fact.item,
        ({ fact }) => wellFormed(JSON.stringify(fact), MAX_FACT),
        ({ error }) => wellFormed(error.message, MAX_ERROR),
      ),
      at,
    ],
  )
}
