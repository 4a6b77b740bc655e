import { collectionAdminHttp } from '@talad/proto/http/asset-indexer/collection-admin'
import { type Ask, callOf, note, type Props } from './same-key-props.ts'

/** A decision about a collection that no other call of now is about. */
async function decisionOn(props: Props) {
  const { id: collection_id } = props.nextCollection()
  const { version } = await (await callOf(props))(collectionAdminHttp.pickAdminCollection, {
    params: { collection_id },
  })
  return { collection_id, version, note }
}

const withBody =
  (make: (props: Props) => object): Ask =>
  async (props) => {
    const about = await decisionOn(props)
    return { body: { ...about, ...make(props) }, collection: about.collection_id, inRows: true }
  }

/** How admins' calls about collections are made. */
export const collectionDeeds: Readonly<Record<string, Ask>> = {
  setCollectionSlug: withBody(({ counter }) => ({ slug: `same_key_${counter.next()}` })),
  setCollectionName: withBody(({ counter }) => ({ name: `Same key ${counter.next()}` })),
  setVerification: withBody(() => ({
    verification: 'verified',
    checks: ['contract_owner'],
    evidence: note,
  })),
  askVerification: withBody(() => ({ asked: new Date().toISOString() })),
  randomizeSamples: withBody(() => ({})),
  setAbstract: withBody(({ counter }) => ({
    parts: [{ token_from: '0', token_to: '9', collection_id: `same_key_${counter.next()}` }],
  })),
  syncTraits: withBody(({ counter }) => ({
    configs: [{ key: `key ${counter.next()}`, ignore: true, star: false, transform: 'none', rules: [] }],
  })),
}
