import type { ContentPage } from './page.ts'

export const terms: ContentPage = {
  title: { th: 'ข้อกำหนดการใช้บริการ', en: 'Terms of service' },
  since: '2026-11-22',
  parts: [
    {
      title: { th: 'บริการของเรา', en: 'Our service' },
      text: [
        {
          th: 'ตลาดเป็นที่พบกันของผู้ซื้อและผู้ขายของสะสมดิจิทัล เราไม่ใช่ผู้ขายของที่คนอื่นลงขาย และไม่รับประกันราคาในอนาคตของชิ้นใด',
          en: 'The market brings buyers and sellers of digital collectibles together. We are not the seller of what others list, and promise nothing about the future price of any item.',
        },
        {
          th: 'การซื้อขายด้วยเงินบาทต้องยืนยันตัวตนระดับซิลเวอร์ขึ้นไป และผู้ใช้ต้องมีอายุอย่างน้อย 20 ปี หรือได้รับความยินยอมจากผู้ปกครอง',
          en: 'Trading in baht needs identity verification at silver level or above. Users must be at least 20 years old, or have the consent of a guardian.',
        },
      ],
    },
    {
      title: { th: 'การซื้อ', en: 'Buying' },
      text: [
        {
          th: 'ราคาที่แสดงคือราคาที่จ่าย เราจองชิ้นที่คุณเลือกให้ 2 นาทีเพื่อเริ่มชำระเงิน และไม่เกิน 10 นาทีนับจากจองขณะที่คุณชำระด้วยบัตร เงินของคุณพักไว้กับเราจนกว่าของจะเข้ากระเป๋าที่คุณระบุ แล้วจึงจ่ายให้ผู้ขาย',
          en: 'The price shown is the price paid. What you choose is reserved for 2 minutes for you to begin to pay, and for up to 10 minutes in all while you pay by card. Your money waits with us until the item is in the wallet you named; only then is the seller paid.',
        },
      ],
    },
    {
      title: { th: 'การขาย', en: 'Selling' },
      text: [
        {
          th: 'คุณต้องเป็นเจ้าของสิ่งที่ลงขายและมีสิทธิขาย ค่าบริการและค่าลิขสิทธิ์ผู้สร้างแสดงให้เห็นก่อนคุณยืนยัน และคิดเมื่อขายได้เท่านั้น',
          en: 'You must own what you list and be allowed to sell it. The service fee and the creator royalty are shown before you confirm, and are taken only when it is sold.',
        },
      ],
    },
    {
      title: { th: 'สิ่งที่ห้าม', en: 'What is not allowed' },
      text: [
        {
          th: 'ห้ามละเมิดลิขสิทธิ์ ฟอกเงิน ซื้อขายกับตัวเองเพื่อปั่นราคา หรือรบกวนระบบ เราระงับการซื้อขายของชิ้นหรือบัญชีที่ฝ่าฝืนได้ โดยแจ้งเหตุผลและให้โอกาสชี้แจง',
          en: 'No copyright infringement, money laundering, trading with oneself to move prices, or disturbing the system. We may suspend items or accounts that do; we tell the reason, and you may answer.',
        },
      ],
    },
    {
      title: { th: 'กฎหมายที่ใช้', en: 'Law' },
      text: [
        {
          th: 'ข้อกำหนดนี้อยู่ภายใต้กฎหมายไทย หากภาษาไทยและภาษาอังกฤษต่างกัน ให้ถือภาษาไทยเป็นหลัก',
          en: 'These terms are under the law of Thailand. Where the Thai and the English text differ, the Thai one counts.',
        },
      ],
    },
  ],
}
