import { describe, expect, it } from 'vitest';
import { analyze } from '../analyze.js';

const stemOf = (word: string) => analyze(word, 'tr')[0].stem;

/** A word and forms of it. */
const SAME = [
  'kapı kapısı kapısını kapısında kapısından kapının kapıya kapıyı kapıda kapılar kapılarını',
  'araba arabası arabanın arabaya arabayı arabasını arabada arabalar arabamız arabayla',
  'soru sorusu sorunun soruya soruyu sorusuna sorular',
  'iade iadesi iadenin iadeye iadeyi iadesini',
  'fatura faturası faturanın faturaya faturasını faturalar faturalarınız faturam',
  'para paranın paraya parayı parası paramı',
  'çorba çorbası çorbanın çorbayı corbasi',
  'oda odası odanın odaya odada odalar',
  'hafta haftası haftanın haftada',
  'öğrenci öğrencisi öğrencinin öğrenciye öğrencileri',
  'dünya dünyası dünyanın dünyaya dünyada',
  'kargo kargosu kargonun kargoya',
  'bilgi bilgisi bilginin bilgiye bilgiler',
  'ev evi evin evde evden evler evleri evlerinde evdeki',
  'gün günü günün günde günler günden',
  'kitap kitabı kitabın kitaba kitapta kitaplar kitaplarından',
  'kapak kapağı kapağın kapaklar',
  'adres adresi adresin adresini adreste adresler',
  'otobüs otobüsü otobüsün otobüsler',
  'ders dersi dersin dersler',
  'ses sesi sesin sesler',
  'kadın kadını kadının kadınlar kadından',
  'insan insanı insanın insanlar insandan',
  'ürün ürünü ürünün ürünler ürünleri ürününüz',
  'olay olayı olayın olaya olaylar',
  'köy köyü köyün köyde köyler',
  'deniz denizi denizin denizde denizler',
  'sipariş siparişi siparişin siparişler siparişiniz siparisim',
];

const DIFFERENT = [
  'kapı kapak',
  'masa masal',
  'kara kar',
  'ada ad',
  'oda od',
  'adam ada',
  'para park',
  'araba arama',
  'fatura fakat',
  'hata hat',
  'hava havuz',
  'kale kal',
  'sene sen',
  'dolar dolu',
  'temiz tema',
  'deniz dernek',
  'isim iş',
  'tarla tarih',
  'hafta hafıza',
  'bilgi bilim',
  'sınav sınıf',
  'iade idare',
];

describe('Turkish stems', () => {
  it.each(SAME)('are the same: %s', (words) => {
    expect(new Set(words.split(' ').map(stemOf))).toHaveProperty('size', 1);
  });

  it.each(DIFFERENT)('are different: %s', (words) => {
    const [one, other] = words.split(' ').map(stemOf);
    expect(one).not.toBe(other);
  });
});
