import { expect, test } from 'vitest'
import { contract, startIssuers } from './issuer-harness.ts'

test('MO-32 MO-35 whom an issuer or a royalty names anew is somebody; who stands there already may have gone since', async () => {
  const { add, post, terms, setFee, identity } = await startIssuers()
  const isNobody = (field: string) => ({ status: 404, body: { code: 'customer_not_found', field } })
  expect(await add('xx', { primary_customer_id: 'join-nobody' })).toMatchObject(
    isNobody('primary_customer_id'),
  )
  const { issuer_id } = (await add('xx')).body
  const modify = (customerId: string, version: number) =>
    post('/issuer/modify', {
      ...terms('xx', { primary_customer_id: customerId }),
      issuer_id,
      is_active: true,
      version,
    })
  expect(await modify('join-nobody', 1)).toMatchObject(isNobody('primary_customer_id'))
  const royalty = (customer_id: string, version: number) =>
    setFee({
      type: 'royalty',
      contract: { blockchain: 'kub', address: contract },
      customer_id,
      percent: 1,
      version,
    })
  expect(await royalty('join-nobody', 1)).toMatchObject(isNobody('customer_id'))
  expect(await royalty('join-artist', 1)).toMatchObject({ status: 200 })
  identity.isAway = true
  expect(await royalty('join-other', 2)).toMatchObject({ status: 503 })
  expect(await modify('join-other', 1)).toMatchObject({ status: 503 })
  expect(await royalty('join-artist', 2)).toMatchObject({ status: 200 })
  expect(await modify('join-xx', 1)).toMatchObject({ status: 200 })
})
