import { company } from './company.ts'
import { help } from './help.ts'
import type { ContentPage, PageName } from './page.ts'
import { privacy } from './privacy.ts'
import { refund } from './refund.ts'
import { terms } from './terms.ts'

const about: ContentPage = {
  title: { th: 'เกี่ยวกับเรา', en: 'Company' },
  since: '2026-11-22',
  parts: [
    {
      title: company.name,
      text: [company.address, { th: `เลขประจำตัวผู้เสียภาษี ${company.taxId}`, en: `Tax ID ${company.taxId}` }],
    },
    {
      title: { th: 'ติดต่อเรา', en: 'Contact' },
      text: [
        {
          th: `อีเมล ${company.email} โทรศัพท์ ${company.phone} ทุกวัน 9.00–18.00 น.`,
          en: `Email ${company.email}, telephone ${company.phone}, every day from 9:00 to 18:00.`,
        },
      ],
    },
    {
      title: { th: 'เราทำอะไร', en: 'What we do' },
      text: [
        {
          th: 'เราเปิดตลาดให้คนไทยซื้อขายของสะสมดิจิทัลด้วยเงินบาท เราไม่ได้เก็บของของคุณ ของอยู่ในกระเป๋าของคุณบนบล็อกเชน เราถือเงินไว้ระหว่างการส่งมอบเท่านั้น',
          en: 'We run a market where digital collectibles are traded in baht. We do not keep your items: they are in your own wallet on the blockchain. We hold money only while an item is being delivered.',
        },
      ],
    },
  ],
}

export const pages: Readonly<Record<PageName, ContentPage>> = { terms, privacy, refund, help, company: about }
