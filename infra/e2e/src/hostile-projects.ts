import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { signIn } from '@talad/dev/seed/site'
import { campaignAdminHttp } from '@talad/proto/http/campaign/campaigns-admin'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { payloads } from './payloads.ts'
import { onceHeard } from './people.ts'

const some = (from: number, count = 8) => payloads.slice(from, from + count).join('\n')
/** Names have no markup; what is no markup may be written into scripts and attributes. */
const plain = payloads.filter((text) => !/[<&]/.test(text))
const name = (at: number) => `${plain[at % plain.length]}`

/** What a project of somebody hostile says of itself is payloads. @returns where the shop and its desk show it */
export async function writeProject(run: Run): Promise<{ pages: string[]; desks: string[] }> {
  await appointStaff(run)
  const { call } = await signIn(run, 'demo-prapha')
  const slug = 'hostile'
  const { project } = await onceHeard(['permission_required'], () =>
    call(projectAdminHttp.createProject, {
      body: { project: { slug, name: name(0), description: some(0) } },
    }),
  )
  const payload = {
    version: '3.0',
    name: name(1),
    description: `${some(16)}\n%%attribute.a%% %%item_name%%`,
    assets: { image: payloads[24] ?? '' },
    attributes: { a: { value: payloads[25] ?? '' }, [name(2)]: { value: payloads[26] ?? '' } },
    table: { headers: [payloads[27] ?? ''], records: [[payloads[28] ?? ''], [payloads[29] ?? '']] },
    'coupon-code': { code: 'HOSTILE1', public: true, description: some(32) },
  }
  const about = {
    description: some(40),
    texts: { story: some(48) },
    attributes: { kind: payloads[56] ?? '' },
  }
  const { collection } = await call(virtualCollectionAdminHttp.createVirtualCollection, {
    body: { collection: { project_id: project._id, slug, name: name(3), payload, ...about } },
  })
  const { item } = await call(virtualItemAdminHttp.createVirtualItem, {
    body: { item: { collection_id: collection._id, slug, name: name(4), ...about } },
  })
  const { campaign } = await call(campaignAdminHttp.createCampaign, {
    body: { campaign: { project_id: project._id, slug, name: name(5), description: some(64) } },
  })
  const requirements = [
    { tag: 'a', displayName: payloads[72], type: 'vnft', vitemId: item._id, nftType: 'VIRTUAL' },
  ]
  const rewards = [{ type: 'vnft', tag: 'b', nftItemId: item._id }]
  const saved = await call(campaignAdminHttp.saveCampaignModel, {
    body: { campaign_id: campaign._id, version: 0, model: { requirements, rewards } },
  })
  await call(campaignAdminHttp.publishCampaign, {
    body: { campaign_id: campaign._id, version: saved.model.version },
  })
  const within = ['', `/collections/${slug}`, `/items/${slug}`, `/campaigns/${slug}`]
  const desk = ['/overview', '/collections', `/collections/${collection._id}?tab=edit`, '/campaigns']
  return {
    pages: within.map((path) => `/projects/${slug}${path}`),
    desks: [...desk, `/items/${item._id}`, `/campaigns/${campaign._id}`].map(
      (path) => `/projects/${project._id}${path}`,
    ),
  }
}
