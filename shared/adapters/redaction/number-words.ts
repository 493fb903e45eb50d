/**
 * The numbers from 0 to 99 in words, in order, as people read out digits in ones and in pairs ("zéro six, douze, trente-quatre").
 * Made with n2words 4.0.0 (MIT, https://github.com/forzagreen/n2words), which follows each language's rules of spelling.
 */
export const numberWords: Readonly<Record<string, string>> = {
  en: `
    zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen,
    seventeen, eighteen, nineteen, twenty, twenty-one, twenty-two, twenty-three, twenty-four, twenty-five, twenty-six,
    twenty-seven, twenty-eight, twenty-nine, thirty, thirty-one, thirty-two, thirty-three, thirty-four, thirty-five, thirty-six,
    thirty-seven, thirty-eight, thirty-nine, forty, forty-one, forty-two, forty-three, forty-four, forty-five, forty-six,
    forty-seven, forty-eight, forty-nine, fifty, fifty-one, fifty-two, fifty-three, fifty-four, fifty-five, fifty-six,
    fifty-seven, fifty-eight, fifty-nine, sixty, sixty-one, sixty-two, sixty-three, sixty-four, sixty-five, sixty-six,
    sixty-seven, sixty-eight, sixty-nine, seventy, seventy-one, seventy-two, seventy-three, seventy-four, seventy-five,
    seventy-six, seventy-seven, seventy-eight, seventy-nine, eighty, eighty-one, eighty-two, eighty-three, eighty-four,
    eighty-five, eighty-six, eighty-seven, eighty-eight, eighty-nine, ninety, ninety-one, ninety-two, ninety-three, ninety-four,
    ninety-five, ninety-six, ninety-seven, ninety-eight, ninety-nine
  `,
  es: `
    cero, uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince, dieciseis,
    diecisiete, dieciocho, diecinueve, veinte, veintiuno, veintidós, veintitrés, veinticuatro, veinticinco, veintiséis,
    veintisiete, veintiocho, veintinueve, treinta, treinta y uno, treinta y dos, treinta y tres, treinta y cuatro, treinta y
    cinco, treinta y seis, treinta y siete, treinta y ocho, treinta y nueve, cuarenta, cuarenta y uno, cuarenta y dos, cuarenta y
    tres, cuarenta y cuatro, cuarenta y cinco, cuarenta y seis, cuarenta y siete, cuarenta y ocho, cuarenta y nueve, cincuenta,
    cincuenta y uno, cincuenta y dos, cincuenta y tres, cincuenta y cuatro, cincuenta y cinco, cincuenta y seis, cincuenta y
    siete, cincuenta y ocho, cincuenta y nueve, sesenta, sesenta y uno, sesenta y dos, sesenta y tres, sesenta y cuatro, sesenta
    y cinco, sesenta y seis, sesenta y siete, sesenta y ocho, sesenta y nueve, setenta, setenta y uno, setenta y dos, setenta y
    tres, setenta y cuatro, setenta y cinco, setenta y seis, setenta y siete, setenta y ocho, setenta y nueve, ochenta, ochenta y
    uno, ochenta y dos, ochenta y tres, ochenta y cuatro, ochenta y cinco, ochenta y seis, ochenta y siete, ochenta y ocho,
    ochenta y nueve, noventa, noventa y uno, noventa y dos, noventa y tres, noventa y cuatro, noventa y cinco, noventa y seis,
    noventa y siete, noventa y ocho, noventa y nueve
  `,
  fr: `
    zéro, un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze, seize, dix-sept,
    dix-huit, dix-neuf, vingt, vingt et un, vingt-deux, vingt-trois, vingt-quatre, vingt-cinq, vingt-six, vingt-sept, vingt-huit,
    vingt-neuf, trente, trente et un, trente-deux, trente-trois, trente-quatre, trente-cinq, trente-six, trente-sept,
    trente-huit, trente-neuf, quarante, quarante et un, quarante-deux, quarante-trois, quarante-quatre, quarante-cinq,
    quarante-six, quarante-sept, quarante-huit, quarante-neuf, cinquante, cinquante et un, cinquante-deux, cinquante-trois,
    cinquante-quatre, cinquante-cinq, cinquante-six, cinquante-sept, cinquante-huit, cinquante-neuf, soixante, soixante et un,
    soixante-deux, soixante-trois, soixante-quatre, soixante-cinq, soixante-six, soixante-sept, soixante-huit, soixante-neuf,
    soixante-dix, soixante et onze, soixante-douze, soixante-treize, soixante-quatorze, soixante-quinze, soixante-seize,
    soixante-dix-sept, soixante-dix-huit, soixante-dix-neuf, quatre-vingts, quatre-vingt-un, quatre-vingt-deux,
    quatre-vingt-trois, quatre-vingt-quatre, quatre-vingt-cinq, quatre-vingt-six, quatre-vingt-sept, quatre-vingt-huit,
    quatre-vingt-neuf, quatre-vingt-dix, quatre-vingt-onze, quatre-vingt-douze, quatre-vingt-treize, quatre-vingt-quatorze,
    quatre-vingt-quinze, quatre-vingt-seize, quatre-vingt-dix-sept, quatre-vingt-dix-huit, quatre-vingt-dix-neuf
  `,
  de: `
    null, eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn, fünfzehn, sechzehn,
    siebzehn, achtzehn, neunzehn, zwanzig, einundzwanzig, zweiundzwanzig, dreiundzwanzig, vierundzwanzig, fünfundzwanzig,
    sechsundzwanzig, siebenundzwanzig, achtundzwanzig, neunundzwanzig, dreißig, einunddreißig, zweiunddreißig, dreiunddreißig,
    vierunddreißig, fünfunddreißig, sechsunddreißig, siebenunddreißig, achtunddreißig, neununddreißig, vierzig, einundvierzig,
    zweiundvierzig, dreiundvierzig, vierundvierzig, fünfundvierzig, sechsundvierzig, siebenundvierzig, achtundvierzig,
    neunundvierzig, fünfzig, einundfünfzig, zweiundfünfzig, dreiundfünfzig, vierundfünfzig, fünfundfünfzig, sechsundfünfzig,
    siebenundfünfzig, achtundfünfzig, neunundfünfzig, sechzig, einundsechzig, zweiundsechzig, dreiundsechzig, vierundsechzig,
    fünfundsechzig, sechsundsechzig, siebenundsechzig, achtundsechzig, neunundsechzig, siebzig, einundsiebzig, zweiundsiebzig,
    dreiundsiebzig, vierundsiebzig, fünfundsiebzig, sechsundsiebzig, siebenundsiebzig, achtundsiebzig, neunundsiebzig, achtzig,
    einundachtzig, zweiundachtzig, dreiundachtzig, vierundachtzig, fünfundachtzig, sechsundachtzig, siebenundachtzig,
    achtundachtzig, neunundachtzig, neunzig, einundneunzig, zweiundneunzig, dreiundneunzig, vierundneunzig, fünfundneunzig,
    sechsundneunzig, siebenundneunzig, achtundneunzig, neunundneunzig
  `,
  it: `
    zero, uno, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici, quattordici, quindici, sedici,
    diciassette, diciotto, diciannove, venti, ventuno, ventidue, ventitré, ventiquattro, venticinque, ventisei, ventisette,
    ventotto, ventinove, trenta, trentuno, trentadue, trentatré, trentaquattro, trentacinque, trentasei, trentasette, trentotto,
    trentanove, quaranta, quarantuno, quarantadue, quarantatré, quarantaquattro, quarantacinque, quarantasei, quarantasette,
    quarantotto, quarantanove, cinquanta, cinquantuno, cinquantadue, cinquantatré, cinquantaquattro, cinquantacinque,
    cinquantasei, cinquantasette, cinquantotto, cinquantanove, sessanta, sessantuno, sessantadue, sessantatré, sessantaquattro,
    sessantacinque, sessantasei, sessantasette, sessantotto, sessantanove, settanta, settantuno, settantadue, settantatré,
    settantaquattro, settantacinque, settantasei, settantasette, settantotto, settantanove, ottanta, ottantuno, ottantadue,
    ottantatré, ottantaquattro, ottantacinque, ottantasei, ottantasette, ottantotto, ottantanove, novanta, novantuno, novantadue,
    novantatré, novantaquattro, novantacinque, novantasei, novantasette, novantotto, novantanove
  `,
  pt: `
    zero, um, dois, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, catorze, quinze, dezasseis, dezassete,
    dezoito, dezanove, vinte, vinte e um, vinte e dois, vinte e três, vinte e quatro, vinte e cinco, vinte e seis, vinte e sete,
    vinte e oito, vinte e nove, trinta, trinta e um, trinta e dois, trinta e três, trinta e quatro, trinta e cinco, trinta e
    seis, trinta e sete, trinta e oito, trinta e nove, quarenta, quarenta e um, quarenta e dois, quarenta e três, quarenta e
    quatro, quarenta e cinco, quarenta e seis, quarenta e sete, quarenta e oito, quarenta e nove, cinquenta, cinquenta e um,
    cinquenta e dois, cinquenta e três, cinquenta e quatro, cinquenta e cinco, cinquenta e seis, cinquenta e sete, cinquenta e
    oito, cinquenta e nove, sessenta, sessenta e um, sessenta e dois, sessenta e três, sessenta e quatro, sessenta e cinco,
    sessenta e seis, sessenta e sete, sessenta e oito, sessenta e nove, setenta, setenta e um, setenta e dois, setenta e três,
    setenta e quatro, setenta e cinco, setenta e seis, setenta e sete, setenta e oito, setenta e nove, oitenta, oitenta e um,
    oitenta e dois, oitenta e três, oitenta e quatro, oitenta e cinco, oitenta e seis, oitenta e sete, oitenta e oito, oitenta e
    nove, noventa, noventa e um, noventa e dois, noventa e três, noventa e quatro, noventa e cinco, noventa e seis, noventa e
    sete, noventa e oito, noventa e nove
  `,
  nl: `
    nul, één, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf, dertien, veertien, vijftien, zestien,
    zeventien, achttien, negentien, twintig, eenentwintig, tweeëntwintig, drieëntwintig, vierentwintig, vijfentwintig,
    zesentwintig, zevenentwintig, achtentwintig, negenentwintig, dertig, eenendertig, tweeëndertig, drieëndertig, vierendertig,
    vijfendertig, zesendertig, zevenendertig, achtendertig, negenendertig, veertig, eenenveertig, tweeënveertig, drieënveertig,
    vierenveertig, vijfenveertig, zesenveertig, zevenenveertig, achtenveertig, negenenveertig, vijftig, eenenvijftig,
    tweeënvijftig, drieënvijftig, vierenvijftig, vijfenvijftig, zesenvijftig, zevenenvijftig, achtenvijftig, negenenvijftig,
    zestig, eenenzestig, tweeënzestig, drieënzestig, vierenzestig, vijfenzestig, zesenzestig, zevenenzestig, achtenzestig,
    negenenzestig, zeventig, eenenzeventig, tweeënzeventig, drieënzeventig, vierenzeventig, vijfenzeventig, zesenzeventig,
    zevenenzeventig, achtenzeventig, negenenzeventig, tachtig, eenentachtig, tweeëntachtig, drieëntachtig, vierentachtig,
    vijfentachtig, zesentachtig, zevenentachtig, achtentachtig, negenentachtig, negentig, eenennegentig, tweeënnegentig,
    drieënnegentig, vierennegentig, vijfennegentig, zesennegentig, zevenennegentig, achtennegentig, negenennegentig
  `,
  sv: `
    noll, ett, två, tre, fyra, fem, sex, sju, åtta, nio, tio, elva, tolv, tretton, fjorton, femton, sexton, sjutton, arton,
    nitton, tjugo, tjugo-ett, tjugo-två, tjugo-tre, tjugo-fyra, tjugo-fem, tjugo-sex, tjugo-sju, tjugo-åtta, tjugo-nio, trettio,
    trettio-ett, trettio-två, trettio-tre, trettio-fyra, trettio-fem, trettio-sex, trettio-sju, trettio-åtta, trettio-nio,
    fyrtio, fyrtio-ett, fyrtio-två, fyrtio-tre, fyrtio-fyra, fyrtio-fem, fyrtio-sex, fyrtio-sju, fyrtio-åtta, fyrtio-nio, femtio,
    femtio-ett, femtio-två, femtio-tre, femtio-fyra, femtio-fem, femtio-sex, femtio-sju, femtio-åtta, femtio-nio, sextio,
    sextio-ett, sextio-två, sextio-tre, sextio-fyra, sextio-fem, sextio-sex, sextio-sju, sextio-åtta, sextio-nio, sjuttio,
    sjuttio-ett, sjuttio-två, sjuttio-tre, sjuttio-fyra, sjuttio-fem, sjuttio-sex, sjuttio-sju, sjuttio-åtta, sjuttio-nio, åttio,
    åttio-ett, åttio-två, åttio-tre, åttio-fyra, åttio-fem, åttio-sex, åttio-sju, åttio-åtta, åttio-nio, nittio, nittio-ett,
    nittio-två, nittio-tre, nittio-fyra, nittio-fem, nittio-sex, nittio-sju, nittio-åtta, nittio-nio
  `,
  da: `
    nul, et, to, tre, fire, fem, seks, syv, otte, ni, ti, elleve, tolv, tretten, fjorten, femten, seksten, sytten, atten, nitten,
    tyve, enogtyve, toogtyve, treogtyve, fireogtyve, femogtyve, seksogtyve, syvogtyve, otteogtyve, niogtyve, tredive,
    enogtredive, toogtredive, treogtredive, fireogtredive, femogtredive, seksogtredive, syvogtredive, otteogtredive, niogtredive,
    fyrre, enogfyrre, toogfyrre, treogfyrre, fireogfyrre, femogfyrre, seksogfyrre, syvogfyrre, otteogfyrre, niogfyrre, halvtreds,
    enoghalvtreds, tooghalvtreds, treoghalvtreds, fireoghalvtreds, femoghalvtreds, seksoghalvtreds, syvoghalvtreds,
    otteoghalvtreds, nioghalvtreds, treds, enogtreds, toogtreds, treogtreds, fireogtreds, femogtreds, seksogtreds, syvogtreds,
    otteogtreds, niogtreds, halvfjerds, enoghalvfjerds, tooghalvfjerds, treoghalvfjerds, fireoghalvfjerds, femoghalvfjerds,
    seksoghalvfjerds, syvoghalvfjerds, otteoghalvfjerds, nioghalvfjerds, firs, enogfirs, toogfirs, treogfirs, fireogfirs,
    femogfirs, seksogfirs, syvogfirs, otteogfirs, niogfirs, halvfems, enoghalvfems, tooghalvfems, treoghalvfems, fireoghalvfems,
    femoghalvfems, seksoghalvfems, syvoghalvfems, otteoghalvfems, nioghalvfems
  `,
  nb: `
    null, en, to, tre, fire, fem, seks, syv, åtte, ni, ti, elleve, tolv, tretten, fjorten, femten, seksten, sytten, atten,
    nitten, tjue, tjue-en, tjue-to, tjue-tre, tjue-fire, tjue-fem, tjue-seks, tjue-syv, tjue-åtte, tjue-ni, tretti, tretti-en,
    tretti-to, tretti-tre, tretti-fire, tretti-fem, tretti-seks, tretti-syv, tretti-åtte, tretti-ni, førti, førti-en, førti-to,
    førti-tre, førti-fire, førti-fem, førti-seks, førti-syv, førti-åtte, førti-ni, femti, femti-en, femti-to, femti-tre,
    femti-fire, femti-fem, femti-seks, femti-syv, femti-åtte, femti-ni, seksti, seksti-en, seksti-to, seksti-tre, seksti-fire,
    seksti-fem, seksti-seks, seksti-syv, seksti-åtte, seksti-ni, sytti, sytti-en, sytti-to, sytti-tre, sytti-fire, sytti-fem,
    sytti-seks, sytti-syv, sytti-åtte, sytti-ni, åtti, åtti-en, åtti-to, åtti-tre, åtti-fire, åtti-fem, åtti-seks, åtti-syv,
    åtti-åtte, åtti-ni, nitti, nitti-en, nitti-to, nitti-tre, nitti-fire, nitti-fem, nitti-seks, nitti-syv, nitti-åtte, nitti-ni
  `,
  fi: `
    nolla, yksi, kaksi, kolme, neljä, viisi, kuusi, seitsemän, kahdeksan, yhdeksän, kymmenen, yksitoista, kaksitoista,
    kolmetoista, neljätoista, viisitoista, kuusitoista, seitsemäntoista, kahdeksantoista, yhdeksäntoista, kaksikymmentä,
    kaksikymmentäyksi, kaksikymmentäkaksi, kaksikymmentäkolme, kaksikymmentäneljä, kaksikymmentäviisi, kaksikymmentäkuusi,
    kaksikymmentäseitsemän, kaksikymmentäkahdeksan, kaksikymmentäyhdeksän, kolmekymmentä, kolmekymmentäyksi, kolmekymmentäkaksi,
    kolmekymmentäkolme, kolmekymmentäneljä, kolmekymmentäviisi, kolmekymmentäkuusi, kolmekymmentäseitsemän,
    kolmekymmentäkahdeksan, kolmekymmentäyhdeksän, neljäkymmentä, neljäkymmentäyksi, neljäkymmentäkaksi, neljäkymmentäkolme,
    neljäkymmentäneljä, neljäkymmentäviisi, neljäkymmentäkuusi, neljäkymmentäseitsemän, neljäkymmentäkahdeksan,
    neljäkymmentäyhdeksän, viisikymmentä, viisikymmentäyksi, viisikymmentäkaksi, viisikymmentäkolme, viisikymmentäneljä,
    viisikymmentäviisi, viisikymmentäkuusi, viisikymmentäseitsemän, viisikymmentäkahdeksan, viisikymmentäyhdeksän, kuusikymmentä,
    kuusikymmentäyksi, kuusikymmentäkaksi, kuusikymmentäkolme, kuusikymmentäneljä, kuusikymmentäviisi, kuusikymmentäkuusi,
    kuusikymmentäseitsemän, kuusikymmentäkahdeksan, kuusikymmentäyhdeksän, seitsemänkymmentä, seitsemänkymmentäyksi,
    seitsemänkymmentäkaksi, seitsemänkymmentäkolme, seitsemänkymmentäneljä, seitsemänkymmentäviisi, seitsemänkymmentäkuusi,
    seitsemänkymmentäseitsemän, seitsemänkymmentäkahdeksan, seitsemänkymmentäyhdeksän, kahdeksankymmentä, kahdeksankymmentäyksi,
    kahdeksankymmentäkaksi, kahdeksankymmentäkolme, kahdeksankymmentäneljä, kahdeksankymmentäviisi, kahdeksankymmentäkuusi,
    kahdeksankymmentäseitsemän, kahdeksankymmentäkahdeksan, kahdeksankymmentäyhdeksän, yhdeksänkymmentä, yhdeksänkymmentäyksi,
    yhdeksänkymmentäkaksi, yhdeksänkymmentäkolme, yhdeksänkymmentäneljä, yhdeksänkymmentäviisi, yhdeksänkymmentäkuusi,
    yhdeksänkymmentäseitsemän, yhdeksänkymmentäkahdeksan, yhdeksänkymmentäyhdeksän
  `,
  pl: `
    zero, jeden, dwa, trzy, cztery, pięć, sześć, siedem, osiem, dziewięć, dziesięć, jedenaście, dwanaście, trzynaście,
    czternaście, piętnaście, szesnaście, siedemnaście, osiemnaście, dziewiętnaście, dwadzieścia, dwadzieścia jeden, dwadzieścia
    dwa, dwadzieścia trzy, dwadzieścia cztery, dwadzieścia pięć, dwadzieścia sześć, dwadzieścia siedem, dwadzieścia osiem,
    dwadzieścia dziewięć, trzydzieści, trzydzieści jeden, trzydzieści dwa, trzydzieści trzy, trzydzieści cztery, trzydzieści
    pięć, trzydzieści sześć, trzydzieści siedem, trzydzieści osiem, trzydzieści dziewięć, czterdzieści, czterdzieści jeden,
    czterdzieści dwa, czterdzieści trzy, czterdzieści cztery, czterdzieści pięć, czterdzieści sześć, czterdzieści siedem,
    czterdzieści osiem, czterdzieści dziewięć, pięćdziesiąt, pięćdziesiąt jeden, pięćdziesiąt dwa, pięćdziesiąt trzy,
    pięćdziesiąt cztery, pięćdziesiąt pięć, pięćdziesiąt sześć, pięćdziesiąt siedem, pięćdziesiąt osiem, pięćdziesiąt dziewięć,
    sześćdziesiąt, sześćdziesiąt jeden, sześćdziesiąt dwa, sześćdziesiąt trzy, sześćdziesiąt cztery, sześćdziesiąt pięć,
    sześćdziesiąt sześć, sześćdziesiąt siedem, sześćdziesiąt osiem, sześćdziesiąt dziewięć, siedemdziesiąt, siedemdziesiąt jeden,
    siedemdziesiąt dwa, siedemdziesiąt trzy, siedemdziesiąt cztery, siedemdziesiąt pięć, siedemdziesiąt sześć, siedemdziesiąt
    siedem, siedemdziesiąt osiem, siedemdziesiąt dziewięć, osiemdziesiąt, osiemdziesiąt jeden, osiemdziesiąt dwa, osiemdziesiąt
    trzy, osiemdziesiąt cztery, osiemdziesiąt pięć, osiemdziesiąt sześć, osiemdziesiąt siedem, osiemdziesiąt osiem, osiemdziesiąt
    dziewięć, dziewięćdziesiąt, dziewięćdziesiąt jeden, dziewięćdziesiąt dwa, dziewięćdziesiąt trzy, dziewięćdziesiąt cztery,
    dziewięćdziesiąt pięć, dziewięćdziesiąt sześć, dziewięćdziesiąt siedem, dziewięćdziesiąt osiem, dziewięćdziesiąt dziewięć
  `,
};
