import type { ContentPage } from './page.ts'

export const refund: ContentPage = {
  title: { th: 'นโยบายคืนเงิน', en: 'Refunds' },
  since: '2026-11-22',
  parts: [
    {
      title: { th: 'เมื่อส่งมอบไม่สำเร็จ', en: 'When delivery fails' },
      text: [
        {
          th: 'ถ้าของไม่ถึงกระเป๋าของคุณ เราคืนเงินเต็มจำนวนเป็นแต้มในบัญชีของคุณทันที ใช้ซื้อชิ้นอื่นได้ ถ้าต้องการคืนเข้าบัตร ติดต่อเราภายใน 30 วัน',
          en: 'If the item does not reach your wallet, all of your money comes back at once as points in your account, to be spent on anything else. To have it on your card instead, contact us within 30 days.',
        },
      ],
    },
    {
      title: { th: 'เมื่อยกเลิกหรือหมดเวลา', en: 'When you cancel, or time runs out' },
      text: [
        {
          th: 'ก่อนชำระเงินคุณยกเลิกได้ทุกเมื่อโดยไม่มีค่าใช้จ่าย ถ้าเงินจากบัตรมาถึงหลังหมดเวลา ยอดนั้นจะเข้าเป็นแต้มของคุณครบทุกบาท',
          en: 'Before you pay you can cancel at any time, free of charge. Card money that arrives after time has run out becomes your points, to the last satang.',
        },
      ],
    },
    {
      title: { th: 'เมื่อของถึงแล้ว', en: 'When the item has arrived' },
      text: [
        {
          th: 'การโอนบนบล็อกเชนย้อนกลับไม่ได้ เราจึงรับคืนของที่ส่งมอบแล้วไม่ได้ แต่คุณลงขายต่อได้เมื่อต้องการ ถ้าชิ้นนั้นเป็นของปลอมหรือละเมิดลิขสิทธิ์ แจ้งเราได้ เราจะตรวจสอบและตอบภายใน 72 ชั่วโมง',
          en: 'A transfer on the blockchain can’t be undone, so a delivered item can’t be given back; you can list it for sale whenever you like. If it is a fake or infringes a copyright, tell us: we look into it and answer within 72 hours.',
        },
      ],
    },
  ],
}
