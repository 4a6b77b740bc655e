import type { Queryable } from '@talad/shared/db'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'

export const fish = `0x${'f1'.repeat(20)}`
export const bird = `0x${'b1'.repeat(20)}`
export const FISH = collectionIdOf('kub', fish)
export const BIRD = collectionIdOf('kub', bird)
export const idOf = (token: number) => assetIdOf('kub', fish, String(token))
export const TOKENS = 12

/** A dozen tokens with three traits each. */
export async function addFish(db: Queryable): Promise<void> {
  for (let token = 1; token <= TOKENS; token++) {
    const attributes = [
      { key: 'Level', value: `Lv ${token}`, number: null, displayType: null },
      { key: 'Hat', value: token % 2 ? 'red hat' : 'blue', number: null, displayType: null },
      { key: 'Secret', value: 'x', number: null, displayType: null },
    ]
    await db.query(
      `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block, name,
         r360, attributes)
       values ($1, $2, $3, $4, $3, 1, 1, now(), 1, $5, $6, $7)`,
      [
        idOf(token),
        FISH,
        fish,
        token,
        `Fish ${token}`,
        `${String(token % 10).repeat(64)}.webp`,
        JSON.stringify(attributes),
      ],
    )
    await db.query(
      `insert into sync (asset_id, kind, state) values ($1, 'metadata', 'ready'), ($1, 'image', 'ready')`,
      [idOf(token)],
    )
  }
}
