import type { Queryable } from '@talad/shared/db'

type Row = { token_from: string | null; token_to: string | null }

/** Whether a service knows an active suspension that covers a token: no matcher, only two comparisons. */
export async function isForbidden(db: Queryable, contract: string, token: bigint): Promise<boolean> {
  const { rows } = await db.query<Row>({
    name: 'forbidden',
    text: `select token_from::text, token_to::text from suspension_replica where active and contract_address = $1`,
    values: [contract],
  })
  return rows.some(
    ({ token_from: from, token_to: to }) =>
      from === null || to === null || (BigInt(from) <= token && token <= BigInt(to)),
  )
}
