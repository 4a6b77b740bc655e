import { enCampaign } from './en-campaign.ts'
import { enCoupon } from './en-coupon.ts'
import { enMint } from './en-mint.ts'
import { enModel } from './en-model.ts'
import { enPayload } from './en-payload.ts'
import { enPrivilege } from './en-privilege.ts'
import { enTried } from './en-tried.ts'
import { enVirtual } from './en-virtual.ts'
import { thCampaign } from './th-campaign.ts'
import { thCoupon } from './th-coupon.ts'
import { thMint } from './th-mint.ts'
import { thModel } from './th-model.ts'
import { thPayload } from './th-payload.ts'
import { thPrivilege } from './th-privilege.ts'
import { thTried } from './th-tried.ts'
import { thVirtual } from './th-virtual.ts'

/** What only the pages of a project say. */
export const thProjects = {
  ...thCampaign,
  ...thCoupon,
  ...thTried,
  ...thMint,
  ...thModel,
  ...thPayload,
  ...thPrivilege,
  ...thVirtual,
}
export const enProjects: Readonly<Record<keyof typeof thProjects, string>> = {
  ...enCampaign,
  ...enCoupon,
  ...enTried,
  ...enMint,
  ...enModel,
  ...enPayload,
  ...enPrivilege,
  ...enVirtual,
}
