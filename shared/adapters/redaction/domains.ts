/** Top-level domains recognized without further evidence. Others require a scheme (`https://`) or, in an email address, an `@`. */
const generic =
  'com org net edu gov mil int info biz name pro app dev shop store online site website cloud tech email blog xyz live life world news museum coop aero';
/** Country codes of the root zone, except frequent English words that may follow a missing space; see `ambiguous`. */
const countries =
  'ad ae af ag ai al ao ar au aw az ba bb bd bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cy cz de dj dk dm dz ec ee eg er es et eu fi fj fm fo fr ga gb gd ge gg gh gi gl gm gn gp gr gt gu gw gy hk hn hr ht hu id ie il im io iq ir je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md mg mh mk ml mm mn mo mp mr ms mt mu mv mw mx mz na nc ne nf ng ni nl np nr nu nz om pa pe pf pg ph pk pl pm pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw';
const ambiguous = 'so is it my no at be in me am to as do';

export const topLevelDomains: ReadonlySet<string> = new Set(`${generic} ${countries}`.split(' '));
/** Top-level domains of spelled addresses, in which "dot" is a word. */
export const spelledDomains: ReadonlySet<string> = new Set([...topLevelDomains, ...ambiguous.split(' ')]);
