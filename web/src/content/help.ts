import { company } from './company.ts'
import type { ContentPage } from './page.ts'

export const help: ContentPage = {
  title: { th: 'ช่วยเหลือ', en: 'Help' },
  since: '2026-11-22',
  parts: [
    {
      title: { th: 'ต้องมีคริปโตไหม', en: 'Do I need crypto?' },
      text: [
        {
          th: 'ไม่ต้อง เข้าสู่ระบบด้วยแอป Join แล้วจ่ายด้วยบัตรเป็นเงินบาท ของจะเข้ากระเป๋าในแอปของคุณ',
          en: 'No. Sign in with the Join app and pay by card in baht. The item goes into the wallet of your app.',
        },
      ],
    },
    {
      title: { th: 'จ่ายแล้วแต่ของยังไม่มา', en: 'I have paid, and it is not here yet' },
      text: [
        {
          th: 'โดยมากใช้เวลาไม่ถึงหนึ่งนาที ดูสถานะได้ที่บัญชีของฉัน ปิดหน้าเว็บได้ เราส่งมอบต่อให้เอง กรุณาอย่าเพิ่งจ่ายซ้ำ',
          en: 'Mostly it takes less than a minute. Follow it under “My account”. You can close the page, we go on by ourselves. Please do not pay again.',
        },
      ],
    },
    {
      title: {
        th: 'แต้มกับเงินจากการขายต่างกันอย่างไร',
        en: 'What is the difference between points and earnings?',
      },
      text: [
        {
          th: 'แต้มมาจากเงินที่จ่ายหรือเงินคืน ใช้ซื้อของได้แต่ถอนไม่ได้ เงินจากการขายถอนเข้าบัญชีธนาคารได้',
          en: 'Points come from payments and refunds: they buy things here and can’t be paid out. What you earn by selling can be withdrawn to your bank account.',
        },
      ],
    },
    {
      title: { th: 'ยังไม่พบคำตอบ', en: 'Something else' },
      text: [
        {
          th: `เขียนถึงเราที่ ${company.email} หรือโทร ${company.phone} บอกเลขที่หลักฐานการชำระเงินหรือเลขอ้างอิงไว้ด้วย เราจะช่วยได้เร็วขึ้น`,
          en: `Write to ${company.email} or call ${company.phone}. With the number of the receipt or the reference we can help sooner.`,
        },
      ],
    },
  ],
}
