import { expect, test } from 'vitest'
import { content } from './assessment-harness.ts'
import { admin, person } from './harness.ts'
import { collection, contract, feeIn, range, startIssuers } from './issuer-harness.ts'

const ASSET = '0'.repeat(24)
const words = { th: 'คำ', en: 'words' }

/** What answers are noted by themselves, after the transaction of the work, is lost: as if the process died there. */
const DYING = `
  create function die() returns trigger language plpgsql as $$ begin
    if not exists (select 1 from kit.event where xmin = pg_current_xact_id()::xid) then raise exception 'died'; end if;
    return new;
  end $$;
  create trigger die before update on kit.request for each row
    when (old.status is null and new.status is not null) execute function die()`

async function startLosing() {
  const running = await startIssuers()
  const { call, grant, owner } = running
  for (const one of [
    'flag.read',
    'flag.resolve',
    'suspension.read',
    'suspension.write',
    'assessment.write',
  ] as const)
    for (const who of ['writer', 'second']) await grant(who, one)
  for (const one of ['issuer.write', 'fee.write', 'declaration.write'] as const) await grant('second', one)
  await grant('boss', 'super_admin')
  await call('POST', '/api/user/v1/moderation/flagging/request', {
    as: person('mali'),
    body: { asset_id: ASSET, flag_classification: 'spam' },
  })
  const ask = (path: string, body: object, { as = 'writer', key }: { as?: string; key?: string } = {}) =>
    call('POST', `${admin}${path}`, { as: person(as), body, ...(key !== undefined && { key }) })
  /** Asked once more by whom nobody has answered, after somebody else has decided. */
  async function repeated(
    path: string,
    body: object,
    decideOtherwise: () => Promise<unknown>,
    as = 'writer',
  ) {
    await owner.query(DYING)
    await ask(path, body, { as, key: path })
    await owner.query('drop trigger die on kit.request; drop function die()')
    expect(await decideOtherwise(), path).toMatchObject({ status: 200 })
    return ask(path, body, { as, key: path })
  }
  return { ...running, ask, repeated }
}

test('GW-10 MO-19 a decision whose answer was lost is answered as it was, whatever somebody else has decided since', async () => {
  const { ask, repeated, call } = await startLosing()
  const second = { as: 'second' }
  const nft_range = range(contract, '5')
  const suspended = await repeated(
    '/moderation/suspension/suspend',
    { nft_range, note: 'stolen' },
    async () => {
      const list = await call('GET', `${admin}/moderation/suspension/list`, { as: person('second') })
      const [one] = (list.body as { list: { suspension_id: string }[] }).list
      const body = { suspension_id: one?.suspension_id, version: 1, note: 'given back' }
      return ask('/moderation/suspension/unsuspend', body, second)
    },
  )
  expect(suspended).toMatchObject({ status: 200, body: { status: 'suspended', version: 1, note: 'stolen' } })
  const { suspension_id } = suspended.body as { suspension_id: string }
  await ask('/moderation/suspension/suspend', { nft_range, note: 'again' })
  const ended = await repeated(
    '/moderation/suspension/unsuspend',
    { suspension_id, version: 3, note: 'an error' },
    () => ask('/moderation/suspension/suspend', { nft_range, note: 'no error' }, second),
  )
  expect(ended).toMatchObject({ status: 200, body: { status: 'unsuspended', version: 4, note: 'an error' } })

  const undo = (version: number) =>
    ask('/moderation/flagging/undo', { cases: [{ case_id: ASSET, version }] }, second)
  const verdict = { review_disposition: 'ignore', notes: 'fine' }
  const resolved = await repeated(
    '/moderation/flagging/resolve',
    { ...verdict, case_id: ASSET, version: 1 },
    () => undo(2),
  )
  expect(resolved).toMatchObject({
    status: 200,
    body: { case: { version: 2, resolution: 'resolved', resolved_by: 'join-writer' } },
  })
  const cases = [{ case_id: ASSET, version: 3 }]
  const bulk = await repeated('/moderation/flagging/resolve/bulk', { ...verdict, cases }, () => undo(4))
  expect(bulk.body).toEqual({ results: [{ case_id: ASSET, ok: true, code: null, version: 4 }] })
})

test('GW-10 MO-33 so are decisions about issuers, fees, declarations, assessments and permissions', async () => {
  const { ask, repeated, add, terms } = await startLosing()
  const second = { as: 'second' }
  const note = 'agreed'
  const { issuer_id } = (await add('siam')).body
  const modify = (slug: string, version: number) => ({
    ...terms(slug, { names: words }),
    issuer_id,
    is_active: true,
    version,
    note,
  })
  const modified = await repeated('/issuer/modify', modify('first', 1), () =>
    ask('/issuer/modify', modify('other', 2), second),
  )
  expect(modified).toMatchObject({ status: 200, body: { slug: 'first', version: 2 } })

  const percent = (fee_percent: number, version: number) => ({
    issuer_id,
    collection_id: collection[contract],
    fee_percent,
    version,
    note,
  })
  // added, placed anew twice as its customer is another one, and synced: version 4
  expect((await ask('/issuer/fee/sync', { issuer_id, note })).status).toBe(200)
  const set = await repeated('/issuer/fee/set', percent(3, 4), () =>
    ask('/issuer/fee/set', percent(4, 5), second),
  )
  expect(set).toMatchObject({ status: 200, body: { version: 5 } })
  expect(feeIn(set.body as Parameters<typeof feeIn>[0], 'issuer')).toMatchObject({ percent: 3 })

  const declare = (key: string, version: number) => ({
    declarer_type: 'seller',
    nft_range: range(),
    version,
    note,
    declarations: [{ key, title: words, body: words }],
  })
  const declared = await repeated('/declaration/set', declare('first', 0), () =>
    ask('/declaration/set', declare('other', 1), second),
  )
  expect(declared).toMatchObject({ status: 200, body: { version: 1, declarations: [{ key: 'first' }] } })

  const draft = (version: number) => ({ content_key: 'new_seller', content: content(), version })
  const drafted = await repeated('/assessment/content/set', draft(0), () =>
    ask('/assessment/content/set', draft(1), second),
  )
  expect(drafted).toMatchObject({ status: 200, body: { version: 1 } })

  const may = (permissions: string[], version: number) => ({
    customer: 'join-chai',
    permissions,
    version,
    note,
  })
  const given = await repeated(
    '/permissions/set',
    may(['flag.read'], 0),
    () => ask('/permissions/set', may(['bank.read'], 1), { as: 'boss' }),
    'boss',
  )
  expect(given).toMatchObject({ status: 200, body: { permissions: ['flag.read'], version: 1 } })
})
