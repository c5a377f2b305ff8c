import{$ as e,A as t,At as n,B as r,Bt as i,C as a,Ct as o,D as s,Dt as c,E as l,Et as u,F as d,Ft as f,G as p,H as m,Ht as h,I as g,It as _,J as ee,K as te,L as v,Lt as y,M as ne,Mt as re,N as ie,Nt as ae,O as oe,Ot as se,P as ce,Pt as le,Q as b,R as ue,Rt as de,S as fe,St as pe,T as me,Tt as x,U as he,Ut as S,V as ge,Vt as C,W as w,Wt as T,X as _e,Y as ve,Z as ye,_ as be,_t as xe,a as E,at as D,b as Se,bt as O,c as Ce,ct as we,d as Te,dt as k,et as Ee,f as A,ft as j,g as De,gt as Oe,h as ke,ht as Ae,i as je,it as M,j as Me,jt as Ne,k as Pe,kt as N,l as Fe,lt as P,m as F,mt as Ie,n as I,nt as Le,o as L,ot as Re,p as R,pt as z,q as ze,r as Be,rt as B,s as Ve,st as He,t as Ue,tt as We,u as Ge,ut as Ke,v as qe,vt as Je,w as Ye,wt as Xe,x as Ze,xt as Qe,y as $e,yt as V,z as et,zt as tt}from"./table.js";const nt=`seat:`,rt=(e=``)=>e.startsWith(nt)?[e.slice(5)]:[],it=e=>{let{mine:t,tokens:n={},use:r}=re(e)??{};return t??(n.owner?rt(r):Object.keys(n).flatMap(rt))},at=(e,t,n={},r={})=>{let i=[...new Set([...it(e),t])];Ne(e,n,{...r,mine:i,use:nt+t})},ot=async(e,t)=>{let n=`${t}’s phone can see everything from here on.`,{status:r,body:i}=await b(`/v1/sessions/${e}/notes`,{method:`POST`,token:re(e).tokens.owner,body:{text:n,action_id:Ee()}});return r===201?(Ne(e,{},{use:`owner`}),``):i?.detail??`No answer from the service. Try again.`},st=()=>{let[e,t]=T([]),[n,r]=T(``),i=x.value.id,a=async()=>{let{status:e,body:n}=await b(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};S(()=>void(x.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await b(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();at(i,e,n.tokens),location.reload()};return c.value.role===`guest`?y`<p class="buttons"><a class="primary" href=${`/t/${i}/who`}>Who are you?</a></p>`:e.length>0&&y`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>y`<button type="button" class="option" key=${e} data-key onClick=${()=>o(e)}>
      <${_} name="hand" /> <b>Play ${De(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${n}</p>`},H=i(null),U=i(null),ct=`put-turns-together`,lt=i(localStorage.getItem(ct)===`yes`),ut=e=>{lt.value=e,e?localStorage.setItem(ct,`yes`):localStorage.removeItem(ct)},dt=({board:e,now:t},n)=>e.seats.some(({seat:e,active:t})=>e===n&&t)&&t.offers.some(({seat:e,idle:t})=>e===n&&!t),ft=async e=>{w.value=!0;try{return await b(`/v1/sessions/${g.session}/actions?dry_run=true&with=words,board,offers`,{method:`POST`,token:g.token,headers:{"If-Match":`*`},body:e.map(({body:e})=>e)})}finally{w.value=!1}},pt=(e,t,n)=>{let r=t.map((e,t)=>({...e,said:JSON.stringify(n.entries[t].words?.says)}));r.at(-1).after=n.after,mt({...e,steps:r,version:n.version})},mt=e=>{let{seat:t,steps:n}=e,{after:r}=n.at(-1);C(()=>{H.value=e,U.value=null,o.value={...r,seat:t,count:n.length,board:se(z.value,r.board)}}),Se()},ht=()=>C(()=>H.value=U.value=o.value=null),gt=e=>{let{seat:t,who:n}=H.value,r=[...H.value.steps,...e?[e]:[]].map(vt),i=n+r.map(({says:e})=>e).join(` · `);C(()=>{H.value=U.value=null,o.value={...o.value,count:0},r.length===1?s(`actions`,r[0].body,i):s(`actions`,r.map(({id:e,body:t})=>({...t,action_id:e})),i,void 0,{turn:{seat:t,who:n,steps:r}})})},_t=()=>`draft:${g.session}/${g.holder}`,vt=({after:e,...t})=>t;let yt=Promise.resolve();const bt=e=>{let t=_t();yt=yt.then(()=>e?ze({...e,steps:e.steps.map(vt),key:t,id:t}):te({key:t,id:t})).catch(()=>{})},xt=async()=>(await ee(_t())).find(({key:e})=>e===_t()),St=async(e,{body:t,says:n,who:r})=>{if(w.value)return!0;let{label:i,hint:a=``,ends:o,must_be_last:s}=e.words,c={id:Ee(),body:t,says:n,label:i,hint:a,onBoard:ne.onBoard},l=H.value;if(!l&&(!lt.value||ce()||p.value.length||e.seat===null||o||s))return!1;if(l&&(o||s))gt(c);else return Ct(l??{seat:e.seat,who:r,steps:[]},c);return!0},Ct=async(e,t)=>{let n=[...e.steps,t],{status:r,body:i}=await ft(n),a=r===200&&i.outcomes?.[0];return a?wt(e,t,a):r===200&&i.after?!dt(i.after,e.seat)&&!t.onBoard?(e.steps.length&&gt(t),e.steps.length>0):(pt(e,n,i),!0):e.steps.length?(r===200?U.value=t:v.value=r?i?.detail??`The service could not answer.`:`No answer from the service. Your turn so far is kept.`,!0):!1},wt=(e,n,r)=>{let[i]=we(r.domain);return i===void 0?(R(`outcome`,{item:{body:n.body,says:e.who+n.says,holder:g.holder},problem:{outcomes:[r]},say:async t=>{A();let r={...n,body:t};await Ct(e,r)||await s(`actions`,r.body,e.who+r.says)}}),!0):Ct(e,{...n,body:t(n.body,r.path,i)})},Tt=e=>{if(!H.value||w.value)return;if(U.value&&e===-1){U.value=null;return}let t=H.value.steps.slice(0,e);t.length?t.at(-1).after?mt({...H.value,steps:t}):Et({...H.value,steps:t}):ht()};let W=!1;const Et=async(e,t)=>{W=!0;let n=e.steps.map(vt),r;for(;n.length&&!r;){let{status:e,body:t}=await ft(n);if(e===200&&t.after)r=t;else if([200,409,422].includes(e))n=n.slice(0,t.index??-1);else break}if(W=!1,n.length&&!r)return void setTimeout(Dt,3e3);r?pt(e,n,r):ht();let i=e.steps.slice(n.length).map(({says:e})=>e),a=Ie.value.findLast(t=>t.live&&t.number>e.version);i.length?v.value=`${t??(de(a?.words?.says)||`The table has changed.`)} No longer possible in your turn: ${i.join(`, `)}.`:t&&(v.value=t)},Dt=()=>{let e=H.value;!e||V.value!==`live`||o.value&&e.version>=x.value.version||(w.value||W?setTimeout(Dt,200):Et(e))},Ot=async(e,{body:t},n)=>{let{steps:r,...i}=e.turn,a=r.at(-1),s=r.slice(0,-1);if(W=!0,n){let{status:t,body:r}=await ft(s),o=r?.after?.now?.words?.[Le({type:a.body.type,seat:i.seat})],c=o?.label===a.label&&(o.hint??``)===a.hint;if(t===200&&c&&s.every(({said:e},t)=>e===JSON.stringify(r.entries[t].words?.says)))return W=!1,await ue(e,{...e,seen:n}),!0}let c={...i,steps:s,version:parseInt(e.seen)};return C(()=>{H.value=c,o.value&&(o.value={...o.value,count:s.length})}),await Me(e),await et(),m(),await Et(c,n?`Someone else recorded first. Check your turn and confirm it again.`:t?.detail??`The service did not record it.`),!0},kt=async()=>{Object.assign(ne,{take:St,back:()=>Tt(-1),refused:Ot});let e=await xt();e&&!H.value&&O.value&&!p.value.length&&(H.value=e);let t=H.value;h(()=>{let e=H.value;e!==t&&bt(e),t=e}),h(()=>{!H.value&&o.value&&!r.value&&(o.value=null)}),h(()=>void[H.value,x.value?.version,V.value,setTimeout(Dt)])},At={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},jt=e=>{let[t,n]=e.split(`:`);return t===`seat`&&De(n)?.label||At[t]||e},Mt=({item:e})=>y`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${jt(e.holder)}</span></p>
    ${!ie(e)&&y`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>Ye(e)}>Discard it</button>
    </div></li>`,Nt=()=>{let e=ge.value,t=[...new Set(e.filter(ie).map(e=>e.holder))],n=e=>{oe(e),A()};return y`<${I} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>y`<${Mt} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>y`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${jt(e)}</button>`)}</div>
    ${!e.length&&y`<p role="status">Nothing left.</p>`}
  </${I}>`},Pt=i(null);let Ft=!1;const It=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await b(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},Lt=async()=>{if(Ft||Pt.value||!x.value)return;Ft=!0;let{id:e,game:t,component_set:n}=x.value,r=g.token,i=`forms:${e}`,a=await ve(i).catch(()=>void 0);try{let e=await It(`/v1/games/${t}`,r,a?.rules),o=a?.names??await It(`/v1/component-sets/${n}/names`,r);if(e&&o){Pt.value={schemas:e.body.schemas,names:o.body.names};let{schemas:t}=e.body;await _e(i,{rules:{tag:e.tag,body:{schemas:t}},names:o})}}catch{}Ft=!1},Rt=Lt,zt=()=>h(()=>{V.value===`live`&&O.value&&!Pt.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(Lt),2e3)}),G=Symbol(`missing`),Bt=[`string`,`integer`],Vt=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),Ht=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},K=(e,t,n)=>{let r=Ht(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...K(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>Bt.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:K(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=K(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},Ut=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:K(n,e.parts,r),needed:i,usual:n.default}}),Wt=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,Ht({$ref:n},t.schemas).title])),Gt=(e,t)=>K({$ref:e.of[t]},e.parts),Kt=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of Ut(e,n)){let e=q(a,t[i]);if(o||e!==G&&t[i]!==void 0){if(e===G)return G;r[i]=e}}return r},qt=(e,t)=>e.includes(G)?G:t(e),Jt=e=>{try{return JSON.parse(e)}catch{return G}},Yt={choice:(e,t)=>e.values.find(e=>String(e)===t)??G,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:G,flag:(e,t)=>t,json:(e,t)=>Jt(t),list:(e,t)=>qt(t.map(t=>q(e.of,t)),e=>e),map:(e,t)=>qt(t.flatMap(([t,n])=>[t||G,q(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,q(e.of,n)]))),members:Kt,one:(e,t)=>{if(!t.kind)return G;let n=Kt(Gt(e,t.kind),t.members,[e.tag]);return n===G?G:{[e.tag]:t.kind,...n}}},Xt={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},Zt=e=>Xt[e.kind]?.(e)??``,q=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??Zt(e);return n===``?G:Yt[e.kind](e,n)},Qt=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>y`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>y`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,$t=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(Wt(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),en=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,tn=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>y`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,nn=e=>{let t=e.shape.names?$t(e.shape.names,e.told):[];return t.length?y`<${Qt} ...${e} options=${t} none=${en(e)} />`:y`<${tn} ...${e} />`},rn=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>y`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,an=({label:e,draft:t,onDraft:n})=>y`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,on=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return y`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>y`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${_} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${_} name="plus" /> Add</button>
  ${t.empty&&!o.length&&y`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},sn=({label:e,shape:t,told:n,draft:r,onDraft:i})=>y`<${on} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>Zt(t.of)}
  row=${(e,r,i)=>y`<${pn} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,cn=({label:e,shape:t,told:n,draft:r,onDraft:i})=>y`<${on} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,Zt(t.of)]}
  row=${([e,r],i,a)=>y`<${nn} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${pn} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,ln=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>y`<div class="members">
  ${Ut(e,i).map(e=>y`<${pn} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,un=({label:e,...t})=>y`<fieldset class="nested"><legend>${e}</legend><${ln} ...${t} /></fieldset>`,dn=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??Vt(e)]),s=r.kind&&Gt(t,r.kind);return y`<${Qt} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&y`${s.hint&&y`<p class="quiet hint">${s.hint}</p>`}
      <${ln} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},fn={choice:e=>y`<${Qt} ...${e} none=${en(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:nn,number:({usual:e,...t})=>y`<${tn} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:rn,list:sn,map:cn,members:un,one:dn,json:an},pn=e=>y`<${fn[e.shape.kind]} ...${e} />`,mn=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],hn=e=>typeof e==`object`&&e?Object.values(e).flatMap(hn):[e],gn=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??Vt(String(n)),_n=(e,t,{[t]:n,...r})=>[e.labels[n]??Vt(n),...hn(r).filter(e=>e!==null&&e!==!1).map(t=>gn(e,t))].join(` · `),vn=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=T(t),o={...e,labels:{...Wt(e.schemas.action),...e.labels}},s=K(o.schemas.action.schema,o.schemas.action.components.schemas),c=q(s,{...i,members:{...i.members,...n}});return y`<${dn} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...mn,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===G}
      onClick=${()=>r(c,`${c.seat?`${gn(o,c.seat)}: `:``}${_n(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},yn=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=T(t),[s,c]=T(n),[l,u]=T(r),d={...e,labels:Wt(e.schemas.fact)},f=K(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>q(f,e)),m=s.trim()&&!p.includes(G)&&!/^0|\D/.test(l);return y`${a.map((e,t)=>y`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${dn} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&y`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${_} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${p.includes(G)} onClick=${()=>o([...a,{}])}>
      <${_} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>_n(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},bn=()=>re(g.session)?.tokens.owner,xn=tt(()=>Je.value||!!(x.value&&bn())),Sn=()=>Je.value?{}:{holder:`owner`},Cn=()=>Object.fromEntries(Object.entries(Qe.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),wn=({Form:e,...t})=>{let n=Pt.value,r=V.value===`live`;if(S(()=>{n||Rt()},[n,r]),!n)return y`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:z.value.seats,labels:e===vn?Cn():{}};return y`<${e} told=${i} ...${t} />`},Tn=e=>y`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${wn} Form=${yn} ...${e} />`,En=({draft:e,...t})=>{let{role:n,seat:r}=c.value;return y`<${wn} Form=${vn} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:$e.value?{seat:$e.value}:{}}} ...${t} />`},Dn=()=>y`<${I} title="Correct the table"><${Tn} onSend=${(e,t,n)=>{s(`corrections`,e,t,n,Sn()),A()}} /></${I}>`,On=()=>y`<${I} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${En} onSend=${(e,t,n)=>{s(`actions`,e,t,n),A()}} />
  </${I}>`,kn=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],J=({item:e})=>y`<p><b>${d(e)?`You tapped:`:`Tapped with the link for ${jt(e.holder)}:`}</b> ${e.says}</p>`,An=()=>me.value.length?`Discard it and ${me.value.length} after it`:`Discard it`,jn=({item:e,missed:t})=>y`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${J} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>y`<li key=${e.number}>№ ${e.number} <${Te} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${a}>${An()}</button>
    <button type="button" class="primary" onClick=${()=>l()}>Record it now</button>
  </div>`,Mn=({item:e,onBack:t})=>{let[n,r]=T(``);return y`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${J} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${kn.map(e=>y`<button type="button" class="option" key=${e} aria-pressed=${n===e}
import{$ as e,A as t,B as n,C as r,D as i,E as a,F as o,G as s,H as c,I as l,J as u,K as d,L as f,M as p,N as m,O as h,P as g,Q as _,R as v,S as y,T as ee,U as te,V as ne,W as b,X as re,Y as ie,Z as x,_ as ae,a as S,at as oe,b as se,c as C,ct as w,d as T,dt as ce,et as le,f as ue,ft as de,g as fe,h as pe,ht as E,i as me,it as he,j as ge,k as _e,l as ve,lt as D,m as ye,mt as O,n as k,nt as A,o as j,ot as be,p as xe,pt as Se,q as Ce,r as we,rt as Te,s as Ee,st as De,t as Oe,tt as M,u as N,ut as P,v as ke,w as Ae,x as je,y as F,z as I}from"./table.js";const Me=()=>{let[e,t]=E([]),[n,r]=E(``),i=M.value.id,a=async()=>{let{status:e,body:n}=await g(`/v1/sessions/${i}/live-table`);t(e===200?n.seats.filter(e=>e.played_by===`bot`):[])};O(()=>void(M.value.sandbox&&a()),[]);let o=async e=>{let{status:t,body:n}=await g(`/v1/sessions/${i}/seats/${e}/claim`,{method:`POST`});if(t!==201)return r(n?.detail??`No answer from the service. Try again.`),a();he(i,n.tokens,{use:`seat:${e}`}),location.reload()};return e.length>0&&P`<p>Bots are playing. You can take over a seat:</p>
    <div class="grid">${e.map(({seat:e})=>P`<button type="button" class="option" key=${e} data-key onClick=${()=>o(e)}>
      <${D} name="hand" /> <b>Play ${d(e)?.label??e}</b></button>`)}</div>
    <p role="alert">${n}</p>`},Ne=e=>new Promise(t=>setTimeout(t,e*1e3)),Pe=async(e,t)=>{let n=await fetch(e,{headers:t,cache:`no-store`,signal:o(m)});for(;n.status===202;){await Ne(f(n.headers)||1);let e=await(await fetch(n.headers.get(`Location`),{headers:t,cache:`no-store`,signal:o(m)})).json();if(e.status===`failed`)throw Error(e.detail);e.result&&(n=await fetch(e.result,{headers:t,cache:`no-store`,signal:o(m)}))}if(!n.ok)throw Error((await n.json()).detail);return n.blob()},Fe=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Pe(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},L=de(``),Ie=e=>`digests:${e}`,Le=e=>{try{return JSON.parse(localStorage.getItem(Ie(e)))??{}}catch{return{}}},R=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),Re=(e,t)=>{let n=R(t).slice(-24);try{localStorage.setItem(Ie(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},ze=e=>{if(L.value===e)return;L.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},Be=e=>ze(`The log has changed since this phone last saw it: entry ${e} was different.`),Ve=async(e,t)=>{let{status:n,body:r}=await g(`/v1/sessions/${e}/entries?from=${t}&to=${t}`,{token:h.token});if(n!==200)throw Error(String(n));return r.items[0].digest},He=async({id:e,version:t},n)=>{let r=R(n),i=r.at(-1),a=async t=>(await Ve(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return L.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?Be(o[s]):ze(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},Ue=()=>{let e=null,t=!1,n=async n=>{let r=Le(n.id);if(e===null&&R(r).length&&(t=!0,e=await He(n,r).catch(()=>null),t=!1),e===!1||e===null&&R(r).length)return;e=!0;let{id:i,version:a,digest:o}=M.value,s=o.slice(0,24);R(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await He(M.value,r).catch(()=>Be(a))):Re(i,{...r,[a]:s})};Se(()=>{let e=M.value;e?.digest&&!t&&n(e)})},We=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),Ge=({currentTarget:e})=>Fe(e,e.nextElementSibling,De(M.value.id)),Ke=()=>{let e=new Map(M.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...u.value.seats].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),{closed:i,digest:a,game:o,id:c}=M.value,l=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:M.value.standing.finished?`Nobody wins`:`The session is over`;return P`<div class="finished">
    <header><h2 tabindex="-1" data-head><${D} name="trophy" /> ${l}</h2></header>
    <ol class="result">${n.map(e=>P`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${s} seat=${e.seat} />
      <b>${e.label}</b> <span class="score">${e.score??``}</span> <small>${We(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${x.value&&!i&&P`<button type="button" class="option" onClick=${()=>N(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${o}?again=${c}`}>Play again</a>
    </div>
    <p><button type="button" class="option" data-file=${`/v1/sessions/${c}/proof`} data-name=${`${c}.proof.json`} onClick=${Ge}>Proof file</button>
      <span role="status"></span></p>
    ${L.value&&P`<p class="quiet">${L.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${a}</code></p>
  </div>`},z=de(null);let qe=!1;const Je=async(e,t,n)=>{let r=n?.tag?{"If-None-Match":n.tag}:{},{status:i,body:a,headers:o}=await g(e,{token:t,headers:r});return i===200?{body:a,tag:o.get(`ETag`)}:n},Ye=async()=>{if(qe||z.value||!M.value)return;qe=!0;let{id:e,game:t,component_set:n}=M.value,r=h.token,i=`forms:${e}`,a=await ge(i).catch(()=>void 0);try{let e=await Je(`/v1/games/${t}`,r,a?.rules),o=a?.names??await Je(`/v1/component-sets/${n}/names`,r);if(e&&o){z.value={schemas:e.body.schemas,names:o.body.names};let{schemas:t}=e.body;await p(i,{rules:{tag:e.tag,body:{schemas:t}},names:o})}}catch{}qe=!1},Xe=Ye,Ze=()=>Se(()=>{_.value===`live`&&e.value&&!z.value&&setTimeout(()=>(window.requestIdleCallback??setTimeout)(Ye),2e3)}),B=()=>location.hash.slice(1).split(`=`)[0],V=de(B()),Qe=e=>e?1+Qe(e.back):0,$e=()=>t.value?.problem?.outcomes&&!je.value.length,et=[[()=>Number(!!$e()),F],[()=>Number(!!T.value),C],[()=>Number(!!V.value),()=>V.value=``],[()=>Qe(fe.value)+Number(!!ae.value),pe],[()=>Number(!!ve.value),()=>ve.value=null]],H=ce(()=>et.reduce((e,[t])=>e+t(),0)),tt=()=>{let e=H.peek();return et.find(([e])=>e())?.[1](),H.peek()<e};let U=0,W=!1;const nt=()=>location.pathname+location.search+(V.value===B()?location.hash:V.value&&`#${V.value}`),G=(e,t)=>{let n=B();history[e]({depth:t},``,nt()),B()!==n&&dispatchEvent(new HashChangeEvent(`hashchange`)),U=t},K=()=>{if(W)return;let e=H.peek();U>e&&history.length>U?(W=!0,history.go(e-U)):(U<e?G(`pushState`,U+1):G(`replaceState`,e),U<e&&K())},rt=()=>{let e=history.state?.depth;if(e===void 0)V.value=B(),G(`replaceState`,U+1);else for(U=e;!W&&H.peek()>U&&tt(););W=!1,K()},it=e=>{let t=e.target.closest(`.tabs a`);!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),V.value=t.hash.slice(1))},at=()=>{U=history.state?.depth??0,addEventListener(`popstate`,rt),document.addEventListener(`click`,it),history.state?.depth===void 0&&history.replaceState({depth:0},``,V.value?location.pathname+location.search:nt()),Se(()=>{H.value,V.value,queueMicrotask(K)})},ot={owner:`the owner`,scribe:`the scribe`,recorder:`the recorder`},q=e=>{let[t,n]=e.split(`:`);return t===`seat`&&d(n)?.label||ot[t]||e},st=({item:e})=>P`<li><p><b>${e.says}</b> <span class="quiet">tapped with the link for ${q(e.holder)}</span></p>
    ${!a(e)&&P`<p class="quiet">To record it, open that link on this device.</p>`}
    <div class="buttons">
      <button type="button" class="option" onClick=${()=>se(e)}>Discard it</button>
    </div></li>`,ct=()=>{let e=_e.value,t=[...new Set(e.filter(a).map(e=>e.holder))],n=e=>{Ae(e),C()};return P`<${k} title="Not recorded yet">
    <p>This device queued these with another link. They can only be recorded with that link.</p>
    <ul class="rows">${e.map(e=>P`<${st} key=${e.key} item=${e} />`)}</ul>
    <div class="buttons">${t.map(e=>P`<button type="button" class="primary" key=${e} onClick=${()=>n(e)}>Record it as ${q(e)}</button>`)}</div>
    ${!e.length&&P`<p role="status">Nothing left.</p>`}
  </${k}>`},J=Symbol(`missing`),lt=[`string`,`integer`],ut=e=>(e[0]??``).toUpperCase()+e.slice(1).replaceAll(`_`,` `),dt=(e,t)=>{let{$ref:n,...r}=e;return n?{...t[n.split(`/`).pop()],...r}:r},Y=(e,t,n)=>{let r=dt(e,t),i=r[`x-kind`]??n;if(r.anyOf){let e=r.anyOf.filter(e=>e.type!==`null`),n=e.length<r.anyOf.length,a=r[`x-values`];return e.length===1?{...Y(e[0],t,i),empty:n,words:a}:{kind:e.every(e=>lt.includes(e.type))?`text`:`json`,names:i,numbers:!0,empty:n,words:a}}if(r.oneOf&&r.discriminator){let{propertyName:e,mapping:n}=r.discriminator;return{kind:`one`,tag:e,of:n,parts:t}}if(r.enum){let e=r.enum.filter(e=>e!==null);return{kind:`choice`,values:e,empty:e.length<r.enum.length,words:r[`x-values`]}}if(r.type===`string`)return{kind:`text`,names:i};if(r.type===`integer`)return{kind:`number`,first:r[`x-first`]??0};if(r.type===`boolean`)return{kind:`flag`,usual:r.default??!1};if(r.type===`array`&&r.items)return{kind:`list`,of:Y(r.items,t,i)};if(r.properties)return{kind:`members`,properties:r.properties,required:r.required??[],parts:t,names:i,hint:r[`x-hint`]};if(r.type===`object`&&r.additionalProperties?.constructor===Object){let e=Y(r.additionalProperties,t,i);return{kind:`map`,of:e,keys:{names:r[`x-keys`]??(e.kind===`number`?i:void 0)}}}return{kind:`json`}},ft=(e,t=[])=>Object.entries(e.properties).filter(([e])=>!t.includes(e)).sort(([e],[t])=>(t===`seat`)-(e===`seat`)).map(([t,n])=>{let r=t===`seat`?`seat`:e.names,i=e.required.includes(t);return{name:t,label:n.title??t,shape:Y(n,e.parts,r),needed:i,usual:n.default}}),pt=({schema:e,components:t})=>Object.fromEntries(Object.entries(e.discriminator.mapping).map(([e,n])=>[e,dt({$ref:n},t.schemas).title])),mt=(e,t)=>Y({$ref:e.of[t]},e.parts),ht=(e,t={},n=[])=>{let r={};for(let{name:i,shape:a,needed:o}of ft(e,n)){let e=X(a,t[i]);if(o||e!==J&&t[i]!==void 0){if(e===J)return J;r[i]=e}}return r},gt=(e,t)=>e.includes(J)?J:t(e),_t=e=>{try{return JSON.parse(e)}catch{return J}},vt={choice:(e,t)=>e.values.find(e=>String(e)===t)??J,text:(e,t)=>e.numbers&&/^-?\d+$/.test(t)?Number(t):t,number:(e,t)=>/^-?\d+$/.test(t)?t-e.first:J,flag:(e,t)=>t,json:(e,t)=>_t(t),list:(e,t)=>gt(t.map(t=>X(e.of,t)),e=>e),map:(e,t)=>gt(t.flatMap(([t,n])=>[t||J,X(e.of,n)]),()=>Object.fromEntries(t.map(([t,n])=>[t,X(e.of,n)]))),members:ht,one:(e,t)=>{if(!t.kind)return J;let n=ht(mt(e,t.kind),t.members,[e.tag]);return n===J?J:{[e.tag]:t.kind,...n}}},yt={flag:e=>e.usual,list:()=>[],map:()=>[],members:()=>({}),one:()=>({})},bt=e=>yt[e.kind]?.(e)??``,X=(e,t)=>{if(e.empty&&(t===void 0||t===``))return null;let n=t??bt(e);return n===``?J:vt[e.kind](e,n)},xt=({label:e,options:t,none:n=`Choose…`,draft:r,onDraft:i})=>P`<label class="field">${e}
  <select value=${r??``} onChange=${e=>i(e.target.value)}>
    <option value="">${n}</option>
    ${t.map(([e,t])=>P`<option key=${e} value=${e}>${t}</option>`)}
  </select></label>`,St=(e,{names:t,seats:n,schemas:r})=>e===`seat`?n.map(({seat:e,label:t})=>[e,t]):e===`action`?Object.entries(pt(r.action)):Object.entries(t).filter(([,t])=>t.kind===e).map(([e,{name:t,text:n}])=>[e,[t,n].filter(Boolean).join(` · `)]),Ct=({shape:e,needed:t})=>e.empty?e.words?.[``]??`Nothing`:t?void 0:`Default`,wt=({label:e,draft:t,onDraft:n,usual:r,numeric:i})=>P`<label class="field">${e}
  <input value=${t??``} inputmode=${i?`numeric`:void 0} placeholder=${r??``} autocapitalize="off"
    onInput=${e=>n(e.target.value)} /></label>`,Tt=e=>{let t=e.shape.names?St(e.shape.names,e.told):[];return t.length?P`<${xt} ...${e} options=${t} none=${Ct(e)} />`:P`<${wt} ...${e} />`},Et=({label:e,shape:t,draft:n=t.usual,onDraft:r})=>P`<label class="tick"><input type="checkbox" checked=${n}
  onChange=${e=>r(e.target.checked)} /> ${e}</label>`,Dt=({label:e,draft:t,onDraft:n})=>P`<label class="field">${e} <small>as JSON, not checked in advance</small>
  <textarea rows="3" value=${t??``} onInput=${e=>n(e.target.value)}></textarea></label>`,Ot=({label:e,shape:t,draft:n,fresh:r,onDraft:i,row:a})=>{let o=n||[];return P`<fieldset class="nested"><legend>${e}</legend>
  ${o.map((t,n)=>P`<div class="row" key=${n}>
    ${a(t,`${e} ${n+1}`,e=>i(o.with(n,e)))}
    <button type="button" class="option round" aria-label=${`Remove: ${e} ${n+1}`} onClick=${()=>i(o.toSpliced(n,1))}>
      <${D} name="x" /></button></div>`)}
  <button type="button" class="option" aria-label=${`Add: ${e}`} onClick=${()=>i([...o,r()])}><${D} name="plus" /> Add</button>
  ${t.empty&&!o.length&&P`<label class="tick"><input type="checkbox" checked=${!!n}
    onChange=${e=>i(e.target.checked?[]:void 0)} /> Empty</label>`}
</fieldset>`},kt=({label:e,shape:t,told:n,draft:r,onDraft:i})=>P`<${Ot} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>bt(t.of)}
  row=${(e,r,i)=>P`<${Ft} label=${r} shape=${t.of} told=${n} draft=${e} onDraft=${i} needed />`} />`,At=({label:e,shape:t,told:n,draft:r,onDraft:i})=>P`<${Ot} label=${e} shape=${t} draft=${r} onDraft=${i}
  fresh=${()=>[``,bt(t.of)]}
  row=${([e,r],i,a)=>P`<${Tt} label=${`${i}: of`} shape=${t.keys} told=${n} draft=${e} onDraft=${e=>a([e,r])} needed />
    <${Ft} label=${i} shape=${t.of} told=${n} draft=${r} onDraft=${t=>a([e,t])} needed />`} />`,jt=({shape:e,told:t,draft:n={},onDraft:r,without:i=[]})=>P`<div class="members">
  ${ft(e,i).map(e=>P`<${Ft} key=${e.name} ...${e} told=${t}
    draft=${n[e.name]} onDraft=${t=>r({...n,[e.name]:t})} />`)}</div>`,Mt=({label:e,...t})=>P`<fieldset class="nested"><legend>${e}</legend><${jt} ...${t} /></fieldset>`,Nt=({label:e,shape:t,told:n,draft:r={},onDraft:i,without:a=[]})=>{let o=Object.keys(t.of).map(e=>[e,n.labels[e]??ut(e)]),s=r.kind&&mt(t,r.kind);return P`<${xt} label=${e} options=${o.sort(([,e],[,t])=>e.localeCompare(t))}
      draft=${r.kind} onDraft=${e=>i({kind:e,members:{seat:r.members?.seat}})} />
    ${s&&P`${s.hint&&P`<p class="quiet hint">${s.hint}</p>`}
      <${jt} key=${r.kind} shape=${s} told=${n} draft=${r.members} without=${[t.tag,...a]}
        onDraft=${e=>i({...r,members:e})} />`}`},Pt={choice:e=>P`<${xt} ...${e} none=${Ct(e)} options=${e.shape.values.map(t=>[String(t),e.shape.words?.[t]??t])} />`,text:Tt,number:({usual:e,...t})=>P`<${wt} ...${t} usual=${typeof e==`number`?e+t.shape.first:``} numeric />`,flag:Et,list:kt,map:At,members:Mt,one:Nt,json:Dt},Ft=e=>P`<${Pt[e.shape.kind]} ...${e} />`,It=[`action_id`,`moved_at`,`chance`,`against_rules`,`reason`],Lt=e=>typeof e==`object`&&e?Object.values(e).flatMap(Lt):[e],Rt=({names:e,seats:t},n)=>t.find(e=>e.seat===n)?.label??e[n]?.name??ut(String(n)),zt=(e,t,{[t]:n,...r})=>[e.labels[n]??ut(n),...Lt(r).filter(e=>e!==null&&e!==!1).map(t=>Rt(e,t))].join(` · `),Bt=({told:e,draft:t={},fixed:n={},onSend:r})=>{let[i,a]=E(t),o={...e,labels:{...pt(e.schemas.action),...e.labels}},s=Y(o.schemas.action.schema,o.schemas.action.components.schemas),c=X(s,{...i,members:{...i.members,...n}});return P`<${Nt} label="What happened?" shape=${s} told=${o} draft=${i} onDraft=${a} without=${[...It,...Object.keys(n)]} />
    <div class="buttons stay"><button type="button" class="primary" disabled=${c===J}
      onClick=${()=>r(c,`${c.seat?`${Rt(o,c.seat)}: `:``}${zt(o,`type`,{...c,seat:null})}`,i)}>Record</button></div>`},Vt=({told:e,draft:t=[{}],reason:n=``,about:r=``,onSend:i})=>{let[a,o]=E(t),[s,c]=E(n),[l,u]=E(r),d={...e,labels:pt(e.schemas.fact)},f=Y(d.schemas.fact.schema,d.schemas.fact.components.schemas),p=a.map(e=>X(f,e)),m=s.trim()&&!p.includes(J)&&!/^0|\D/.test(l);return P`${a.map((e,t)=>P`<section class="fact" key=${t} aria-label=${`Fact ${t+1}`}>
      <${Nt} label="What changed?" shape=${f} told=${d} draft=${e} onDraft=${e=>o(a.with(t,e))} />
      ${a.length>1&&P`<button type="button" class="quiet-button" onClick=${()=>o(a.toSpliced(t,1))}><${D} name="x" /> Remove</button>`}
    </section>`)}
    <label class="field">Why? <input value=${s} maxlength="2000" onInput=${e=>c(e.target.value)} /></label>
    <label class="field">Corrects entry № <input type="number" min="1" value=${l} placeholder="none" onInput=${e=>u(e.target.value)} /></label>
    <div class="buttons stay"><button type="button" class="quiet-button" disabled=${p.includes(J)} onClick=${()=>o([...a,{}])}>
      <${D} name="plus" /> Another fact</button>
      <button type="button" class="primary warn" disabled=${!m} onClick=${()=>i({facts:p,reason:s.trim(),about:l?Number(l):void 0},`Correction: ${p.map(e=>zt(d,`fact`,e)).join(`; `)}`,a)}>Record</button></div>`},Ht=()=>Object.fromEntries(Object.entries(le.value.words).map(([e,{label:t}])=>[e.split(`/`)[0],t])),Ut=({Form:e,...t})=>{let n=z.value,r=_.value===`live`;if(O(()=>{n||Xe()},[n,r]),!n)return P`<p role="status">${r?`Loading the forms…`:`The forms are not on this device yet. They load when you are online again. You can write a note now.`}</p>`;let i={schemas:n.schemas,names:n.names,seats:u.value.seats,labels:e===Bt?Ht():{}};return P`<${e} told=${i} ...${t} />`},Wt=e=>P`
  <p class="quiet hint">Your change takes effect even if the rules forbid it. The log keeps it, flagged, with your reason.</p>
  <${Ut} Form=${Vt} ...${e} />`,Gt=({draft:e,...t})=>{let{role:n,seat:r}=A.value;return P`<${Ut} Form=${Bt} fixed=${n===`seat`?{seat:r}:{}} draft=${e??{members:ye.value?{seat:ye.value}:{}}} ...${t} />`},Kt=()=>P`<${k} title="Correct the table"><${Wt} onSend=${(e,t,n)=>{r(`corrections`,e,t,n),C()}} /></${k}>`,qt=()=>P`<${k} title="Something else">
    <p class="quiet hint">These actions are not checked yet. The rules are applied when you are online again.</p>
    <${Gt} onSend=${(e,t,n)=>{r(`actions`,e,t,n),C()}} />
  </${k}>`,Jt=()=>oe().map(Te).filter(Boolean).slice(0,50),Yt=e=>({"Tablelog-Tokens":e.join(`, `)}),Xt=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&be(n.split(`,`).map(t=>e[t-1]))},Zt=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await g(`/v1/people`,{headers:Yt(e)});return Xt(e,r),t===200?n.items:[]},Qt=async()=>{let e=new Map;for(let{player:t,name:n}of await Zt(Jt()))t&&n&&!e.has(n)&&e.set(n,t);return e},Z=new Map,$t=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return Z.has(i)||Z.set(i,l()),Z.get(i)},en=(e,t,n)=>{let{players:r={},labels:i={}}=M.value;return w(r,t)&&w(i,t)===n?r[t]:$t(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},tn=({seat:e,coming:t})=>{let[n,r]=E(w(M.value.labels,e.seat)??``),[i,a]=E(``),o=`/v1/sessions/${M.value.id}/people/${e.seat}`;return P`<li><${s} seat=${e.seat} />
    <label class="field">${e.label}<input value=${n} maxlength="80" list="known" autocomplete="off" onInput=${e=>r(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let r=n.trim(),i=await t,{status:s,body:c}=await g(o,{method:r?`PUT`:`DELETE`,token:h.token,body:r?{player:en(i,e.seat,r),name:r}:void 0});a(s&&s<300?r?`Saved.`:`Erased.`:c?.detail??`No answer from the service. Try again.`)}}>${n.trim()?`Save`:`Erase`}</button>
    <span role="status">${i}</span></li>`},nn=()=>{let[e]=E(Qt),[t,n]=E(new Map);O(()=>void e.then(n),[]);let r=u.value.seats.filter(e=>x.value||e.seat===A.value.seat);return P`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>P`<${tn} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>P`<option key=${e} value=${e} />`)}</datalist>`},rn=[`A house rule`,`Noticed too late to undo`,`The rules are wrong here`],Q=({item:e})=>P`<p><b>${i(e)?`You tapped:`:`Tapped with the link for ${q(e.holder)}:`}</b> ${e.says}</p>`,an=()=>je.value.length?`Discard it and ${je.value.length} after it`:`Discard it`,on=({item:e,missed:t})=>P`
  <h2 tabindex="-1" data-head>Someone else recorded first</h2>
  <${Q} item=${e} />
  <p><b>Meanwhile:</b></p>
  <ul>${t.map(e=>P`<li key=${e.number}>№ ${e.number} <${Ee} runs=${e.words?.says} /></li>`)}</ul>
  <div class="buttons">
    <button type="button" class="option" onClick=${F}>${an()}</button>
    <button type="button" class="primary" onClick=${()=>y()}>Record it now</button>
  </div>`,sn=({item:e,onBack:t})=>{let[n,r]=E(``);return P`
    <h2 tabindex="-1" data-head>It happened anyway</h2>
    <${Q} item=${e} />
    <p>It is recorded with a flag and your reason. Both stay in the log.</p>
    <div class="grid wide">${rn.map(e=>P`<button type="button" class="option" key=${e} aria-pressed=${n===e}
      onClick=${()=>r(e)}>${e}</button>`)}</div>
    <label class="field">Why? <input value=${n} maxlength="200" onInput=${e=>r(e.target.value)} /></label>
    <div class="buttons">
      <button type="button" class="option" onClick=${t}>Back</button>
      <button type="button" class="primary warn" disabled=${!n.trim()}
        onClick=${()=>l({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},Nn=({item:e,facts:t,onBack:n})=>{let r=t?Tn:En,i=t?`corrections`:`actions`;return y`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${J} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>l({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},Pn=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},Fn=({item:e,problem:n,onSay:r=e=>l({body:e}),onDrop:i=a})=>{let[{path:o,domain:s,words:c}]=n.outcomes,[u,...d]=o.split(`/`),f=Pn(s),p=Array.isArray(e.body)?e.body.at(-1):e.body,m=n=>r(Pe(e.body,e=>t(e,o,n)));return y`
    <h2 tabindex="-1" data-head>${c.asks} ${d.map(e=>isNaN(e)?B(M(c,`[]`),e):+e+1).join(` `)}</h2>
    <${J} item=${e} />
    <div class="buttons">
      ${f!==void 0&&y`<button type="button" class="option" onClick=${()=>m(Array(s.most).fill(f))}>All ${B(c,f).toLowerCase()}</button>`}
      ${!(u in p)&&y`<button type="button" class="option" onClick=${()=>r(Pe(e.body,e=>({...e,chance:`drawn`})))}>Draw randomly</button>`}
    </div>
    <${Be} key=${o} domain=${s} words=${c} allows=${e=>D(s,e)} answer=${m} />
    <div class="buttons">
      <button type="button" class="option" onClick=${i}>${An()}</button>
    </div>`},In=({item:e,problem:t})=>{let[n,r]=T(null),i=()=>r(null);if(n===`anyway`)return y`<${Mn} item=${e} onBack=${i} />`;if(n)return y`<${Nn} item=${e} facts=${n===`facts`} onBack=${i} />`;let o=Je.value&&d(e),s=o&&e.path===`actions`&&t.status===409&&!t.rule,c=fe.value.map(e=>e.words.label).join(`, `),u=o&&e.path===`actions`&&!e.turn&&t.rule&&!e.body.against_rules;return y`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${J} item=${e} />
    ${t.stuck?y`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>y`<li key=${e}>${e}</li>`)}</ul>`:y`<p>${t.rule&&y`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&y`<blockquote>${t.rule_text}</blockquote>`}
    ${c&&y`<p><b>You can:</b> ${c}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${a}>${An()}</button>
      ${!t.rule&&!t.stuck&&y`<button type="button" class="option" onClick=${()=>l(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${u&&y`<button type="button" class="option" onClick=${()=>r(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&y`<button type="button" class="option warn" onClick=${()=>l({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&y`<button type="button" class="option" onClick=${()=>r(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${s&&y`<button type="button" class="option" onClick=${()=>r(`facts`)}>Record it as a correction</button>`}
    </div>`},Ln=()=>{let{kind:e,...t}=he.value;return t.problem?.outcomes?y`<div class="sheet"><${Fn} ...${t} /></div>`:y`<div class="sheet trouble" role="alert">
    <${e===`conflict`?jn:In} ...${t} />
  </div>`},Rn=({label:e,hint:t,plain:n,onClick:i})=>y`<button type="button" class=${n?`option`:`primary`} data-key disabled=${r.value} onClick=${i}>
  <span><b>${e}</b>${t&&y` <small>${t}</small>`}</span></button>`,zn=e=>e.length>3?`Choose one of these first`:`Choose: ${e.join(` or `)}`,Bn=()=>{let e=fe.value.filter(e=>e.words.ends),t=U.value;return t?y`<${Rn} label=${t.label} hint=${`records ${H.value.steps.length+1} steps`} onClick=${()=>gt(t)} />`:e.length?e.map(t=>y`<${Rn} key=${t.key} label=${t.words.label} hint=${t.words.hint} plain=${t!==e[0]||t.words.hint} onClick=${()=>Ze(t)} />`):dt(o.value,H.value.seat)?y`<p role="status">${zn(fe.value.map(e=>e.words.label))}</p>`:y`<${Rn} label="Done" onClick=${()=>gt()} />`},Vn=({asks:e})=>{if(!H.value)return null;let{seat:t,steps:n}=H.value;return y`<footer class="draft" role="group" aria-label="Your turn so far, not recorded yet">
    <ol>
      <li><${ke} seat=${t} /></li>
      ${n.map(({id:e,says:t},n)=>y`<li key=${e}><button type="button" class="option" aria-label=${`Go back to before: ${t}`} disabled=${r.value||F.value} onClick=${()=>Tt(n)}>${t}</button></li>`)}
      ${U.value&&y`<li class="waits">${U.value.says}</li>`}
    </ol>
    ${!e&&y`<div class="buttons">
      <button type="button" class="option" data-key disabled=${r.value} onClick=${()=>Tt(-1)}><${_} name="undo-2" /> Back</button>
      <${Bn} />
    </div>`}
    <p class="ears" role="status">Not recorded yet: ${n.map(({says:e})=>e).join(`, `)}</p>
  </footer>`},Hn=()=>{let{item:e,problem:t,say:n}=F.value;return y`<div class="sheet"><${Fn} item=${e} problem=${t} onSay=${n} onDrop=${A} /></div>`},Un=e=>new Promise(t=>setTimeout(t,e*1e3)),Wn=async(t,n)=>{let r=await fetch(t,{headers:n,cache:`no-store`,signal:e(ye)});for(;r.status===202;){await Un(We(r.headers)||1);let t=await(await fetch(r.headers.get(`Location`),{headers:n,cache:`no-store`,signal:e(ye)})).json();if(t.status===`failed`)throw Error(t.detail);t.result&&(r=await fetch(t.result,{headers:n,cache:`no-store`,signal:e(ye)}))}if(!r.ok)throw Error((await r.json()).detail);return r.blob()},Gn=async(e,t,n)=>{e.disabled=!0,t.textContent=`Preparing the file…`;try{let r=document.createElement(`a`);r.href=URL.createObjectURL(await Wn(e.dataset.file,n?{Authorization:`Bearer ${n}`}:{})),r.download=e.dataset.name,r.click(),URL.revokeObjectURL(r.href),t.textContent=`Downloaded ${r.download}.`}catch(e){t.textContent=`The download failed. ${e.message??``}`}e.disabled=!1},Y=i(``),Kn=e=>`digests:${e}`,qn=e=>{try{return JSON.parse(localStorage.getItem(Kn(e)))??{}}catch{return{}}},X=e=>Object.keys(e).map(Number).sort((e,t)=>e-t),Jn=(e,t)=>{let n=X(t).slice(-24);try{localStorage.setItem(Kn(e),JSON.stringify(Object.fromEntries(n.map(e=>[e,t[e]]))))}catch{}},Yn=e=>{if(Y.value===e)return;Y.value=e;let t=document.getElementById(`table`),n=Object.assign(document.createElement(`p`),{className:`another-log`,textContent:e});Object.assign(n.style,{margin:0,padding:`8px 16px`,background:`var(--warn-soft)`,borderBottom:`2px solid var(--warn)`}),n.setAttribute(`role`,`alert`),document.querySelector(`.another-log`)?.remove(),t.before(n),t.querySelector(`.screen`).style.height=`calc(100dvh - ${n.offsetHeight}px)`},Xn=e=>Yn(`The log has changed since this phone last saw it: entry ${e} was different.`),Zn=async(e,t)=>{let{status:n,body:r}=await b(`/v1/sessions/${e}/entries?from=${t}&to=${t}`,{token:g.token});if(n!==200)throw Error(String(n));return r.items[0].digest},Qn=async({id:e,version:t},n)=>{let r=X(n),i=r.at(-1),a=async t=>(await Zn(e,t)).startsWith(n[t]);if(i<=t&&await a(i))return Y.value=`The log matches what this phone saw, up to entry ${i}.`,!0;let o=r.filter(e=>e<=t),[s,c]=[0,o.length];for(;s<c;){let e=s+c>>1;await a(o[e])?s=e+1:c=e}return s<o.length?Xn(o[s]):Yn(`The log is shorter than the one this phone saw, which reached entry ${i}.`),!1},$n=()=>{let e=null,t=!1,n=async n=>{let r=qn(n.id);if(e===null&&X(r).length&&(t=!0,e=await Qn(n,r).catch(()=>null),t=!1),e===!1||e===null&&X(r).length)return;e=!0;let{id:i,version:a,digest:o}=x.value,s=o.slice(0,24);X(r).filter(e=>e>a).length||r[a]&&r[a]!==s?(e=!1,await Qn(x.value,r).catch(()=>Xn(a))):Jn(i,{...r,[a]:s})};h(()=>{let e=x.value;e?.digest&&!t&&n(e)})},er=e=>(e.lines??[]).map(e=>`${e.label} ${e.value}`.replaceAll(` `,`\xA0`)).join(` · `),tr=({currentTarget:e})=>Gn(e,e.nextElementSibling,f(x.value.id)),nr=()=>{let e=new Map(x.value.standing.seats.map(({seat:e,rank:t})=>[e,t])),t=({seat:t})=>e.get(t)??0,n=[...Xe.value].sort((e,n)=>t(e)-t(n)),r=n.filter(e=>e.winner).map(e=>e.label),i=n.filter(({seat:e})=>it(x.value.id).includes(e)),{closed:a,digest:o,game:s,id:c}=x.value,l=r.length?`${r.join(` and `)} win${r[1]?``:`s`}`:x.value.standing.finished?`Nobody wins`:`The session is over`;return y`<div class="finished">
    <header><h2 tabindex="-1" data-head><${_} name="trophy" /> ${l}</h2></header>
    <ol class="result">${n.map(e=>y`<li key=${e.seat} class=${e.winner?`winner`:``}>
      <span>${t(e)}.</span> <${ke} seat=${e.seat} />
      <b>${e.label}</b> ${e.role&&e.role!==e.label&&y`<small>${e.role}</small>`} <span class="score">${e.score??``}</span> <small>${er(e)}</small></li>`)}</ol>
    <div class="buttons stay">
      ${xn.value&&!a&&y`<button type="button" class="option" onClick=${()=>R(`close`)}>Close the session</button>`}
      <a class="primary" href=${`/open/${s}?again=${c}`}>Play again</a>
    </div>
    ${i.length>0&&y`<p class="buttons">${i.map(e=>y`<a class="option" key=${e.seat} href=${`/t/${c}/replay?at=1&as=${e.seat}`}><${_} name="eye" /> Replay as ${i.length>1?e.label:`I`} saw it</a>`)}</p>`}
    <p><button type="button" class="option" data-file=${`/v1/sessions/${c}/proof`} data-name=${`${c}.proof.json`} onClick=${tr}>Proof file</button>
      <span role="status"></span></p>
    ${Y.value&&y`<p class="quiet">${Y.value}</p>`}
    <p class="quiet digest">Log digest (take a photo to keep it): <code>${o}</code></p>
  </div>`},rr=[`flag`,`score`,`chaos`],ir=e=>rr.find(t=>e.some(({words:e})=>e?.tone===t))??`plain`,ar=({move:e,Part:t,When:n,onGo:r,children:i})=>{let[a,o]=T(!1),s=e.map(({number:e})=>e),c=()=>o(!a),{live:l}=e[0],u=y`<span class="text">
    ${e.some(Oe)&&y`<${_} name="flag" /><span class="ears">Flagged: </span>`}
    ${!l&&y`<b class="mark">Undone</b> `}
    <${Te} runs=${Ge(e)} />
  </span>`,d=y`<span class="more">${a?`−`:`+${e.length-1}`}<span class="ears"> more entries</span></span>`,f=n?y`<${n} entry=${e[0]}>${Fe(e)}<//>`:y`<span class="number">${Fe(e)}</span>`;return y`<li class=${`entry move tone-${ir(e)} ${l?``:`gone`}`} data-entry=${a?void 0:s[0]} data-entries=${s.join(` `)}>
    ${r?y`<button type="button" class="line-of" onClick=${r}>${f}${u}</button>
        <button type="button" class="unfold" aria-expanded=${a} onClick=${c}>${d}</button>`:y`<button type="button" class="line-of" aria-expanded=${a} onClick=${c}>${f}${u}${d}</button>`}
    ${i}
    ${a&&y`<ol class="parts">${e.map(e=>y`<${t} key=${e.number} entry=${e} />`)}</ol>`}
  </li>`},or=[120,60,120],sr={hertz:660,seconds:.35,loud:.2},cr=[{name:`sound`,label:`Sound`,works:`AudioContext`in window},{name:`vibration`,label:`Vibration`,works:`vibrate`in navigator},{name:`notification`,label:`Notification`,works:window.isSecureContext&&`Notification`in window}];let Z;const lr=()=>{k.value.sound&&(Z??=new AudioContext,Z.resume())},ur=()=>{lr();let[e,t]=[Z.createOscillator(),Z.createGain()];e.frequency.value=sr.hertz,t.gain.setValueAtTime(sr.loud,Z.currentTime),t.gain.exponentialRampToValueAtTime(.001,Z.currentTime+sr.seconds),e.connect(t).connect(Z.destination),e.start(),e.stop(Z.currentTime+sr.seconds)},dr=async e=>{let t={body:e,tag:x.value.id},n=await navigator.serviceWorker?.getRegistration();if(n)return n.showNotification(`Tablelog`,t);let r=new Notification(`Tablelog`,t);return r.onclick=()=>{window.focus(),r.close()},r},fr=e=>{k.value.sound&&ur(),k.value.vibration&&navigator.vibrate?.(or),k.value.notification&&document.hidden&&window.Notification?.permission===`granted`&&dr(e).catch(()=>{})},pr=async(e,t)=>e===`notification`&&t&&await Notification.requestPermission()!==`granted`?(v.value=`The browser does not allow notifications from this page.`,j(e,!1)):(j(e,t),t&&e===`sound`&&lr()),mr=tt(()=>xe.value?u.value.find(({seat:e})=>e===c.value.seat).since:``),hr=({by:e})=>e?.role===c.value.role&&e?.seat===c.value.seat,gr=i(!1),_r=()=>{let e=mr.peek();h(()=>{let t=mr.value;if(t===e)return;e&&(gr.value=!0),e=t;let n=Ie.peek().at(-1);t&&n&&!hr(n)&&fr(`It is your turn.`)}),h(()=>{if(!pe.value)return;let{by:e}=pe.value,t=`${e.seat&&De(e.seat)?.label||`Somebody`} is waiting for you.`;v.value=t,fr(t)}),addEventListener(`pointerdown`,lr)},vr=()=>{if(k.value.asked||!gr.value||cr.some(({name:e})=>k.value[e]))return null;let e=e=>{j(`asked`,!0),pr(e,!0)};return y`<div class="ask-alerts"><p>Tell you when it is your turn?</p><div class="buttons">
    ${cr.filter(({works:e})=>e).map(({name:t,label:n})=>y`<button type="button" class="option" key=${t} onClick=${()=>e(t)}>${n}</button>`)}
    <button type="button" class="quiet-button" onClick=${()=>j(`asked`,!0)}>No</button></div></div>`},yr=async()=>{let e=`/v1/sessions/${x.value.id}/nudges`,{status:t,body:n}=await b(e,{method:`POST`,token:g.token,body:{}});v.value=t===200?`${Ce.value}: reminded`:n?.detail??`No answer from the service. Try again.`},br=()=>O.value&&!xe.value&&Ve.value>=3&&y`<button type="button" class="quiet-button" onClick=${yr}>
    <${_} name="hand" /> Nudge ${Ce.value}</button>`,xr=({label:e,on:t,onSet:n,disabled:r})=>y`<label class="tick"><input type="checkbox" role="switch" checked=${t} disabled=${r}
  onChange=${e=>n(e.target.checked)} /> ${e}</label>`,Sr=({mayStayAwake:e})=>y`<fieldset class="nested"><legend>On this device</legend>
  ${c.value.role===`seat`&&cr.map(({name:e,label:t,works:n})=>y`<${xr} key=${e} label=${`${t} on my turn`} disabled=${!n}
    on=${n&&!!k.value[e]} onSet=${t=>pr(e,t)} />`)}
  <${xr} label="Keep the screen on" disabled=${!e} on=${e&&k.value.awake!==!1} onSet=${e=>j(`awake`,e)} />
  ${!window.isSecureContext&&y`<p class="quiet">Over plain HTTP, a page cannot keep the screen on or send notifications. Use your phone's settings.</p>`}
</fieldset>`,Cr=()=>c.value.role===`seat`?c.value.seat:null,wr=()=>z.value.zones.find(({of:e,cards:t})=>e&&e===Cr()&&t?.length),Tr=()=>wr()||z.value.seats.some(({seat:e,cards:t})=>e===Cr()&&t?.length),Er=()=>{let e=wr();(e?document.getElementById(`zone-${e.id}`):document.querySelector(`.board > .mat`))?.scrollIntoView({block:`start`})},Dr=()=>y`
  <p class="meanwhile">
    ${Tr()&&y`<button type="button" class="quiet-button" onClick=${Er}><${_} name="gallery-horizontal-end" /> My cards</button>`}
    <a class="quiet-button" href=${`/rules/${x.value.game}`} target="_blank" rel="noopener"><${_} name="scale" /> Rulebook</a>
    <a class="quiet-button" href="#log"><${_} name="list" /> Log</a>
    <${br} />
  </p>
  <${vr} />`,Q=({name:e,icon:t,children:n})=>y`<button type="button" class="option" data-key onClick=${()=>R(e)}><${_} name=${t} /> ${n}</button>`,Or=()=>{let e=xn.value&&!x.value.closed;return y`<${I} title="More">
  <div class="grid">
    ${O.value&&y`<${Q} name="note" icon="message-square">Write a note</${Q}>`}
    ${O.value&&y`<${Q} name="people" icon="users">Who sits where</${Q}>`}
    ${re(x.value.id)&&y`<a class="option" href=${`/t/${x.value.id}/who`}><${_} name="hand" /> Who is this phone?</a>`}
    ${O.value&&y`<button type="button" class="option" data-key aria-pressed=${lt.value} onClick=${()=>ut(!lt.value)}><${_} name="list" /> Put turns together</button>`}
    <${Q} name="keys" icon="circle-question-mark">Keys</${Q}>
    ${bn()&&y`<a class="option" href=${`/t/${x.value.id}/links`}><${_} name="qr-code" /> Links and QR codes</a>`}
    ${e&&y`<${Q} name="correct" icon="pencil">Correct the table…</${Q}>`}
    ${e&&y`<${Q} name="close" icon="x">Close the session</${Q}>`}
    ${bn()&&!c.value.sees_all&&y`<${Q} name="all" icon="eye">See everything…</${Q}>`}
    <a class="option" href=${`/rules/${x.value.game}`}><${_} name="scale" /> Rulebook</a>
    <a class="option" href="/"><${_} name="house" /> Home</a>
  </div>
  <${Sr} mayStayAwake=${Ke} />
  ${x.value.invented.length>0&&y`<details><summary>About this box: it is made up, not the published one</summary>
    <ul>${x.value.invented.map(e=>y`<li key=${e}>${e}</li>`)}</ul></details>`}
</${I}>`},kr=()=>{let[e,t]=T(``),{id:n}=x.value,[r=``]=it(n),i=z.value.seats.find(e=>e.seat===r)?.label??`The owner`;return y`<${I} title="See everything?">
    <p>You would see every hand and everything else that is hidden. A note in the log tells the table.</p>
    <p role="alert">${e}</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${async()=>{let e=await ot(n,i);e?t(e):location.reload()}}>See everything</button></div>
  </${I}>`},Ar=()=>ae().map(n).filter(Boolean).slice(0,50),jr=e=>({"Tablelog-Tokens":e.join(`, `)}),Mr=(e,t)=>{let n=t.get(`Tablelog-Tokens-Ignored`);n&&le(n.split(`,`).map(t=>e[t-1]))},Nr=async e=>{if(!e.length)return[];let{status:t,body:n,headers:r}=await b(`/v1/people`,{headers:jr(e)});return Mr(e,r),t===200?n.items:[]},Pr=async()=>{let e=new Map;for(let{player:t,name:n}of await Nr(Ar()))t&&n&&!e.has(n)&&e.set(n,t);return e},Fr=new Map,Ir=(e,t,n)=>{let r=e.get(t);if(r&&!n.includes(r))return r;let i=`${n.length} ${t}`;return Fr.has(i)||Fr.set(i,Ee()),Fr.get(i)},Lr=(e,t,n)=>{let{players:r={},labels:i={}}=x.value;return N(r,t)&&N(i,t)===n?r[t]:Ir(e,n,Object.entries(r).filter(([e])=>e!==t).map(([,e])=>e))},Rr=({seat:e,coming:t})=>{let[n,r]=T(N(x.value.labels,e.seat)??``),[i,a]=T(``),o=`/v1/sessions/${x.value.id}/people/${e.seat}`;return y`<li><${ke} seat=${e.seat} />
    <label class="field">${e.label}<input value=${n} maxlength="80" list="known" autocomplete="off" onInput=${e=>r(e.target.value)} /></label>
    <button type="button" class="option" onClick=${async()=>{let r=n.trim(),i=await t,{status:s,body:c}=await b(o,{method:r?`PUT`:`DELETE`,token:bn()??g.token,body:r?{player:Lr(i,e.seat,r),name:r}:void 0});a(s&&s<300?r?`Saved.`:`Erased.`:c?.detail??`No answer from the service. Try again.`)}}>${n.trim()?`Save`:`Erase`}</button>
    <span role="status">${i}</span></li>`},zr=()=>{let[e]=T(Pr),[t,n]=T(new Map);S(()=>void e.then(n),[]);let r=z.value.seats.filter(e=>xn.value||e.seat===c.value.seat);return y`<p class="quiet">Names are never written to the log. To erase a name, leave it empty.</p>
    <ul class="rows people">${r.map(t=>y`<${Rr} key=${t.seat} seat=${t} coming=${e} />`)}</ul>
    <datalist id="known">${[...t.keys()].map(e=>y`<option key=${e} value=${e} />`)}</datalist>`},Br=()=>{let[e,t]=T(``);return y`<${I} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=V.value===`live`?{}:{moved_at:new Date().toISOString()};s(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),A()}}>Save note</button></div>
  </${I}>`},Vr=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,Hr=()=>{let[e,t]=T(``),[n,r]=T(F.value.entries?F.value:null),[i,a]=T(``),{to:o}=F.value;if(S(()=>{if(n)return;let{id:e,version:t}=x.value,i={"If-Match":`"${t}"`};b(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:g.token,body:{to:o},headers:i}).then(({status:e,body:t})=>e===200?r(t.takes):a(t?.detail??`No answer from the service. Try again.`))},[]),!n)return y`<${I} title="Undo?"><p role="status">${i||`A moment…`}</p></${I}>`;let{count:s,entries:c,needs_reason:l,redo:u,splits:d}=n;return y`<${I} title=${u?`Redo?`:`Undo?`}>
    <p>${u?`Redoes`:`Undoes`} ${s>1?`${s} entries`:`one entry`}:</p>
    <ul class="goes">${c.map(({number:e,says:t})=>y`<li key=${e}>№ ${e} <${Te} runs=${t} /></li>`)}
      ${s>c.length&&y`<li>and ${s-c.length} earlier</li>`}</ul>
    ${d&&y`<p>№ ${d} to № ${o}, the beginning of the same move, stay.</p>`}
    <p class="quiet">${u?``:`The log keeps the entries, struck through. Notes are unaffected.`}${l?` Give a reason: ${Vr(n)}.`:``}</p>
    ${l&&y`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>t(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${l&&!e.trim()} onClick=${()=>{Ue(n,e.trim()),A()}}>${u?`Redo`:`Undo`}</button></div>
  </${I}>`},Ur=()=>{let[e,t]=T(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=z.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{A(),be(e)};return y`<${I} title="Go to a place">
        onClick=${()=>y({body:{...e.body,against_rules:!0,reason:n.trim()}})}>Record with a flag</button>
    </div>`},cn=({item:e,facts:t,onBack:n})=>{let r=t?Wt:Gt,i=t?`corrections`:`actions`;return P`
    <h2 tabindex="-1" data-head>${t?`Correct the table`:`Something else`}</h2>
    <${Q} item=${e} />
    <${r} draft=${e.path===i?e.draft:void 0} reason=${e.body.reason} about=${e.body.about}
      onSend=${(e,t,n)=>y({path:i,body:e,says:t,draft:n})} />
    <div class="buttons"><button type="button" class="option" onClick=${n}>Back</button></div>`},ln=({kind:e,values:t=[],least:n,most:r})=>{let i=t.at(-1),a=t.filter(e=>e===i).length;return e===`several`&&n===r&&r>1&&a>=r?i:void 0},un=({item:e,problem:t})=>{let[{path:r,domain:i,words:a}]=t.outcomes,[o,...s]=r.split(`/`),c=ln(i),l=t=>y({body:ee(e.body,r,t)});return P`
    <h2 tabindex="-1" data-head>${a.asks} ${s.map(e=>isNaN(e)?v(I(a,`[]`),e):+e+1).join(` `)}</h2>
    <${Q} item=${e} />
    <div class="buttons">
      ${c!==void 0&&P`<button type="button" class="option" onClick=${()=>l(Array(i.most).fill(c))}>All ${v(a,c).toLowerCase()}</button>`}
      ${!(o in e.body)&&P`<button type="button" class="option" onClick=${()=>y({body:{...e.body,chance:`drawn`}})}>Draw randomly</button>`}
    </div>
    <${we} key=${r} domain=${i} words=${a} allows=${e=>n(i,e)} answer=${l} />
    <div class="buttons">
      <button type="button" class="option" onClick=${F}>${an()}</button>
    </div>`},dn=({item:e,problem:t})=>{let[n,r]=E(null),a=()=>r(null);if(n===`anyway`)return P`<${sn} item=${e} onBack=${a} />`;if(n)return P`<${cn} item=${e} facts=${n===`facts`} onBack=${a} />`;let o=x.value&&i(e),s=o&&e.path===`actions`&&t.status===409&&!t.rule,c=ke.value.map(e=>e.words.label).join(`, `),l=o&&e.path===`actions`&&t.rule&&!e.body.against_rules;return P`
    <h2 tabindex="-1" data-head>${t.rule?`The rules do not allow this`:t.title}</h2>
    <${Q} item=${e} />
    ${t.stuck?P`<p>Nothing is recorded yet. Add the missing facts, or record it anyway.</p><ul>${t.stuck.map(({message:e})=>P`<li key=${e}>${e}</li>`)}</ul>`:P`<p>${t.rule&&P`<code>${t.rule}</code> `}${t.detail}</p>`}
    ${t.rule_text&&t.rule_text!==t.detail&&P`<blockquote>${t.rule_text}</blockquote>`}
    ${c&&P`<p><b>You can:</b> ${c}</p>`}
    <div class="buttons">
      <button type="button" class="primary" onClick=${F}>${an()}</button>
      ${!t.rule&&!t.stuck&&P`<button type="button" class="option" onClick=${()=>y(t.status===412?{}:{id:e.id,seen:e.seen})}>${t.status===412?`Record it now`:`Try again`}</button>`}
      ${l&&P`<button type="button" class="option" onClick=${()=>r(`anyway`)}>It happened anyway</button>`}
      ${t.stuck&&P`<button type="button" class="option warn" onClick=${()=>y({body:{...e.body,accept_stuck:!0}})}>Record it anyway</button>`}
      ${e.draft&&P`<button type="button" class="option" onClick=${()=>r(e.path===`corrections`?`facts`:`action`)}>Edit it</button>`}
      ${s&&P`<button type="button" class="option" onClick=${()=>r(`facts`)}>Record it as a correction</button>`}
    </div>`},fn=()=>{let{kind:e,...n}=t.value;return n.problem?.outcomes?P`<div class="sheet"><${un} ...${n} /></div>`:P`<div class="sheet trouble" role="alert">
    <${e===`conflict`?on:dn} ...${n} />
  </div>`},pn=()=>P`<${k} title="More">
  <div class="grid">
    ${e.value&&P`<button type="button" class="option" data-key onClick=${()=>N(`note`)}><${D} name="message-square" /> Write a note</button>`}
    ${A.value.role===`owner`&&P`<a class="option" href=${`/t/${M.value.id}/links`}><${D} name="qr-code" /> Links and QR codes</a>`}
    ${e.value&&P`<button type="button" class="option" data-key onClick=${()=>N(`people`)}><${D} name="users" /> Who sits where</button>`}
    ${x.value&&!M.value.closed&&P`<button type="button" class="option" data-key onClick=${()=>N(`correct`)}><${D} name="pencil" /> Correct the table…</button>`}
    <button type="button" class="option" data-key onClick=${()=>N(`keys`)}><${D} name="circle-question-mark" /> Keys</button>
    ${x.value&&!M.value.closed&&P`<button type="button" class="option" data-key onClick=${()=>N(`close`)}><${D} name="x" /> Close the session</button>`}
    <a class="option" href="/"><${D} name="house" /> Home</a>
  </div>
  ${!Ce&&P`<p>Over plain HTTP, the page cannot keep the screen on. Use your phone's settings.</p>`}
  ${M.value.invented.length>0&&P`<details><summary>${M.value.invented.length} parts of this edition are placeholders, not the published cards</summary>
    <ul>${M.value.invented.map(e=>P`<li key=${e}>${e}</li>`)}</ul></details>`}
</${k}>`,mn=()=>{let[e,t]=E(``);return P`<${k} title="Write a note">
    <label class="field">Notes stay in the log for good, and everyone at the table can read them. Name people only if they agree.
      <textarea rows="3" maxlength="2000" value=${e} onInput=${e=>t(e.target.value)}></textarea></label>
    <div class="buttons"><button type="button" class="primary" disabled=${!e.trim()} onClick=${()=>{let t=_.value===`live`?{}:{moved_at:new Date().toISOString()};r(`notes`,{text:e.trim(),...t},`Note: ${e.trim()}`),C()}}>Save note</button></div>
  </${k}>`},hn=({others:e,redo:t})=>t?`someone else undid it`:e?`others recorded part of it`:`someone learned something from it`,gn=()=>{let[e,t]=E(``),[n,r]=E(T.value.entries?T.value:null),[i,a]=E(``),{to:o}=T.value;if(O(()=>{if(n)return;let{id:e,version:t}=M.value,i={"If-Match":`"${t}"`};g(`/v1/sessions/${e}/retractions?dry_run=true`,{method:`POST`,token:h.token,body:{to:o},headers:i}).then(({status:e,body:t})=>e===200?r(t.takes):a(t?.detail??`No answer from the service. Try again.`))},[]),!n)return P`<${k} title="Undo?"><p role="status">${i||`A moment…`}</p></${k}>`;let{count:s,entries:c,needs_reason:l,redo:u}=n;return P`<${k} title=${u?`Redo?`:`Undo?`}>
    <p>${u?`Redoes`:`Undoes`} ${s>1?`${s} entries`:`one entry`}:</p>
    <ul class="goes">${c.map(({number:e,says:t})=>P`<li key=${e}>№ ${e} <${Ee} runs=${t} /></li>`)}
      ${s>c.length&&P`<li>and ${s-c.length} earlier</li>`}</ul>
    <p class="quiet">${u?``:`The log keeps the entries, struck through. Notes are unaffected.`}${l?` Give a reason: ${hn(n)}.`:``}</p>
    ${l&&P`<label class="field">Why? <input value=${e} maxlength="200" onInput=${e=>t(e.target.value)} /></label>`}
    <div class="buttons"><button type="button" class="primary" disabled=${l&&!e.trim()} onClick=${()=>{Oe(n,e.trim()),C()}}>${u?`Redo`:`Undo`}</button></div>
  </${k}>`},_n=()=>{let[e,t]=E(``),n=[...document.querySelectorAll(`.spot`)].map(e=>e.dataset.place),r=u.value.zones.flatMap(e=>(e.places??[]).map(t=>({place:t,zone:e}))).filter(({place:t})=>n.includes(t.id)&&t.name.toLowerCase().includes(e.toLowerCase())),i=e=>{C(),ue(e)};return P`<${k} title="Go to a place">
    <label class="field">Name <input type="search" value=${e} onInput=${e=>t(e.target.value)} /></label>
    <div class="grid">${r.slice(0,9).map(({place:e,zone:t})=>y`<button type="button" class="option" data-key key=${e.id}
      onClick=${()=>i(e)}><span><b>${e.name}</b> <small>${t.title}</small></span></button>`)}</div>
  </${I}>`},Wr=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],Gr={all:kr,people:()=>y`<${I} title="Who sits where?"><${zr} /></${I}>`,menu:Or,note:Br,undo:Hr,goto:Ur,keys:()=>y`<${I} title="Keys">
  <dl class="lines">${Wr.map(([e,t])=>y`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${I}>`,close:()=>y`<${I} title="Close the session?">
    <p>${Ae.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{s(`close`,{outcome:Ae.value?`finished`:`abandoned`},`Session closed`,void 0,Sn()),A()}}>Close session</button></div>
  </${I}>`,correct:Dn,else:On,left:Nt,outcome:Hn},Kr=()=>he.value?y`<${Ln} />`:y`<${Gr[F.value.kind]} />`,qr=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),Jr=tt(()=>{let e=Ie.value.filter(qr);if(!O.value||x.value?.closed||!e.length)return{least:0,most:0};let{role:t,seat:n}=c.value,r=e.findLast(({by:e})=>e?.role!==t||e?.seat!==n);return{least:t===`seat`?r?.number??1:1,most:e.at(-1).number}}),Yr=({number:e,kind:t,live:n},{least:r,most:i})=>n&&V.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,Xr=e=>{location.hash=``,R(`undo`,{to:e})},Zr=({of:e})=>{let t=Yr(e,Jr.value);return t&&y`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>Xr(t)}><${_} name="undo-2" /></button>`},Qr=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=T([]),[o,s]=T(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),f=i.length>=e.most;return y`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>y`<li key=${r}>${B(t,e)} for ${B(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!f&&y`<h3 class="part">${o===null?`Give`:`${B(t,o)} for`}</h3>
      <${L} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${E} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},$r=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),ei=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=T([]),o=e.values.filter(e=>!i.some(t=>P(t)===P(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);qe(o,s);let c=e.values.map((e,t)=>i[t]);return y`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${c.map((e,n)=>y`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:B(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&y`<${L} values=${o} words=${t} onTake=${s} />`}
    <${E} open=${!o.length&&r($r(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n($r(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${E}>`},ti=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>Re(t)===Re(e)),1);return n},ni=e=>[...new Map(e.map(e=>[Re(e),e])).values()],ri=e=>e.length?ni(e).flatMap(t=>ri(ti(e,[t])).map(e=>[t,...e])):[[]],ii=({values:e},t)=>ti(e,Object.values(t).flatMap(Object.values)),ai=({of:e,values:t},n)=>{let r=ii({values:t},n),i=ni(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...ri(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},oi=e=>e!==void 0,si=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,ci=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:ni(e)};return r<t.length?{kind:`optional`,of:i}:i},li=e=>{let t=Object.entries(e).map(([e,t])=>[e,we(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:e,words:t,answer:n,allows:r,seen:i,Widget:a})=>{let{keys:o,parts:s,values:c}=e,[l,u]=T([]),d=s||c?{}:li(o),f=s??(c?o:Object.keys(o).filter(e=>!(Object.hasOwn(d,e)||si(o[e])))),p=l.length,m=e=>e.flat().filter(oi),h=c?ci(ti(c,m(l)),e):s?.[p]??o[f[p]],g=e=>{let t=f.map((t,n)=>[t,e[n]]).filter(([,e])=>oi(e));return s?m(e):{...d,...Object.fromEntries(t)}},_=e=>{let t=[...l,e];t.length<f.length?u(t):r(g(t))?n(g(t)):u([])},ee=e=>D(h,e)&&(oi(e)||p<f.length-1||r(g([...l,e]))),te=Object.entries(d).map(([e,n])=>B(M(t,e),n));return y`${te.length>0&&y`<p class="quiet">${te.join(` · `)}</p>`}
    <h3 class="part">${s?`Part`:B(M(t,`[]`),f[p])}
      ${` `}<span class="quiet">${p+1} of ${f.length}${s&&m(l).map(e=>`, ${B(t,e)}`)}</span></h3>
    <${a} key=${p} domain=${h} words=${s||c?t:M(t,f[p])} answer=${_} allows=${ee} seen=${i&&!c} />`},ui=e=>Object.keys(e.keys??{}),di=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],fi=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,M(t,e)])),pi=e=>{let t=e.map(di);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:ui(n).filter(t=>!e.every(e=>ui(e).includes(t))).join(`, `)||`${r+1}`})},mi=({domain:e,words:t,answer:n,Widget:r,allows:i})=>{let[a,o]=T([]),[s,c]=T(e.of.length===1&&e.least?e.of:[]),l=pi(e.of),u=t=>c(e.of.filter((e,n)=>l[n]===t)),d=n=>{let r=l[e.of.findIndex(e=>D(e,n))],i=fi(n,t),a=i.map(([e,t])=>B(t,e));return i.some(([e])=>e===r)||e.of.length===1?a:[B(t,r),...a]},[f]=s;return y`<ol class="rows">
      ${a.map((e,t)=>y`<li key=${t}>${d(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>o(a.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${s.length>1?y`<${L} values=${s.map(di)} words=${t} onTake=${e=>c(s.filter(t=>di(t)===e))} />`:f?y`<${r} domain=${f} words=${t} answer=${e=>(c([]),o([...a,e]))} allows=${e=>D(f,e)} />`:y`${a.length<e.most&&y`<${L} values=${[...new Set(l)]} words=${t} onTake=${u} />`}
          <${E} open=${i(a)} says=${`${a.length} so far`} onDone=${()=>n(a)} />`}`},hi={kind:`written`,longest:9999},gi=e=>{try{return JSON.parse(e)}catch{return e}},_i=({Widget:e,...t})=>{let{hint:n,form:r=hi}=t.domain;return y`<p class="quiet">${n} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${r} answer=${e=>t.answer(r===hi?gi(e):e)} allows=${e=>D(r,e)} />`},vi=({domain:e,words:t,answer:n,Widget:r,allows:i,seen:a})=>{let o=i(void 0)&&y`<div class=${a?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>n(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return y`${a&&o}
    <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>D(e.of,t)&&i(t)} />
    ${!a&&o}`},yi=({domain:e,words:t,answer:n,Widget:r})=>y`
  ${e.chosen&&y`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>n(void 0)}>Did not happen</button></div>`}
  <${r} domain=${e.of} words=${t} answer=${n} allows=${t=>D(e.of,t)} seen />`,bi=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=T(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return y`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${_} name="minus" /></button>
      <output aria-live="polite">${B(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${_} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${E} open=${r(i)} onDone=${()=>n(i)} />`},xi=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,Si={assign:$,dealt:$,each:$,exchanges:Qr,gathered:$,grid:ei,joined:$,listed:mi,open:_i,optional:vi,outcome:yi,range:bi,several:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=T([]),o=e.most===1&&e.least===1,s=new Map([...He(e.values)].map(([e,t])=>[P(JSON.parse(e)),t])),c=[...new Map(e.values.map(e=>[P(e),e])).values()],l=new Map;i.forEach((t,n)=>{let r=P(t),a=(s.get(r)??1)>1,o=l.get(r);e.ordered?l.set(r,o?`${o}, ${n+1}`:`${n+1}`):l.set(r,a?`×${i.filter(e=>P(e)===r).length}`:`✓`)});let u=t=>{if(o)return n([t]);let r=P(t),c=i.filter(e=>P(e)===r).length;i.length<e.most&&c<(s.get(r)??1)?a([...i,t]):c&&a(i.filter(e=>P(e)!==r))};qe(c,u,l);let d=i.length>=e.most;return y`<${L} values=${c} words=${t} onTake=${u} chosen=${l}
      closed=${e=>!o&&d&&!l.has(P(e))} />
    ${!o&&y`<${E} open=${r(i)} says=${`${i.length} ${xi(e)}`} onDone=${()=>n(i)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=T([{}]),o=i[0],s=({plan:t})=>ii(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${B(M(t.of[e],`[]`),r)}: `:``)+n.map(n=>B(t.of[e],n)).join(`, `);return y`${Object.entries(e.of).map(([n,{keys:r}])=>y`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${je} options=${ai(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${E} open=${r(o)} says=${`${ii(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${E}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=M(t,`[]`),[a,o]=T({}),s=Object.keys(e.limits),c=Object.values(a).reduce((e,t)=>e+t,0),l=(t,n)=>{let r=(N(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&c>=e.most)return;let{[t]:i,...s}=a;o(r?{...s,[t]:r}:s)};qe(s,e=>l(e,1));let u=e.least===e.most?`${c} of ${e.most}`:`${c} of ${e.least} to ${e.most}`;return y`<ul class="rows">
      ${s.map(t=>y`<li key=${t}>
        <span>${B(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${B(i,t)}: one fewer`} onClick=${()=>l(t,-1)}><${_} name="minus" /></button>
        <output>${N(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${B(i,t)}: one more`} onClick=${()=>l(t,1)}><${_} name="plus" /></button>
      </li>`)}
    </ul>
    <${E} open=${r(a)} says=${u} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=T(``);return y`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${E} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},Ci=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(Ci,5e3,e+`#`));_r(),zt(),kt(),Ci(),setTimeout($n,3e3);export{st as Bots,Vn as DraftBar,nr as Finished,Dr as Meanwhile,ar as Move,Kr as Sheet,Zr as ToHere,Si as widgets};
  </${k}>`},vn=[[`1 … 9`,`press a button`],[`Esc`,`back`],[`U`,`undo`],[`G`,`find a place by name`],[`N`,`write a note`]],yn={people:()=>P`<${k} title="Who sits where?"><${nn} /></${k}>`,menu:pn,note:mn,undo:gn,goto:_n,keys:()=>P`<${k} title="Keys">
  <dl class="lines">${vn.map(([e,t])=>P`<div key=${e}><dt><kbd>${e}</kbd></dt><dd>${t}</dd></div>`)}</dl>
</${k}>`,close:()=>P`<${k} title="Close the session?">
    <p>${re.value?`The game is finished.`:`The game is not finished, so it closes as abandoned.`} After that, only notes can be recorded.</p>
    <div class="buttons"><button type="button" class="primary warn" onClick=${()=>{r(`close`,{outcome:re.value?`finished`:`abandoned`},`Session closed`),C()}}>Close session</button></div>
  </${k}>`,correct:Kt,else:qt,left:ct},bn=()=>t.value?P`<${fn} />`:P`<${yn[T.value.kind]} />`,xn=({kind:e,live:t})=>t&&[`recorded`,`corrected`].includes(e),Sn=ce(()=>{let t=ie.value.filter(xn);if(!e.value||M.value?.closed||!t.length)return{least:0,most:0};let{role:n,seat:r}=A.value,i=t.findLast(({by:e})=>e?.role!==n||e?.seat!==r);return{least:n===`seat`?i?.number??1:1,most:t.at(-1).number}}),Cn=({number:e,kind:t,live:n},{least:r,most:i})=>n&&_.value===`live`&&t!==`noted`&&e>=r&&e<i?e:null,wn=e=>{location.hash=``,N(`undo`,{to:e})},Tn=({of:e})=>{let t=Cn(e,Sn.value);return t&&P`<button type="button" class="undo to-here" aria-label=${`Undo to here: № ${t}`} title="Undo to here"
    onClick=${()=>wn(t)}><${D} name="undo-2" /></button>`},En=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=E([]),[o,s]=E(null),c={...e.stock};for(let{give:t,receive:n}of i)c[t]-=e.lots[t],c[n]=(c[n]??0)+e.lots[n];let l=Object.keys(e.lots),u=e=>{if(o===null)return s(e);a([...i,{give:o,receive:e}]),s(null)},d=new Map(l.map(t=>[t,`${c[t]??0} available, ${e.lots[t]} per trade`])),f=i.length>=e.most;return P`<ol class="rows">
      ${i.map(({give:e,receive:n},r)=>P`<li key=${r}>${v(t,e)} for ${v(t,n)}
        <button type="button" class="option" onClick=${()=>a(i.slice(0,r))}>Remove</button></li>`)}
    </ol>
    ${!f&&P`<h3 class="part">${o===null?`Give`:`${v(t,o)} for`}</h3>
      <${j} values=${l} words=${t} onTake=${u} chosen=${d}
        closed=${t=>o===null?(c[t]??0)<e.lots[t]:t===o} />`}
    <${S} open=${o===null&&r(i)} says=${`${i.length} of up to ${e.most}`} onDone=${()=>n(i)} />`},Dn=(e,t)=>Array.from({length:Math.ceil(e.length/t)},(n,r)=>e.slice(r*t,(r+1)*t)),On=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=E([]),o=e.values.filter(e=>!i.some(t=>b(t)===b(e))),s=e=>a(o.length===2?[...i,e,o.find(t=>t!==e)]:[...i,e]);xe(o,s);let c=e.values.map((e,t)=>i[t]);return P`<ol class="slots" aria-label="Placed so far" style=${{"--columns":String(e.columns)}}>
      ${c.map((e,n)=>P`<li key=${n} class=${e===void 0?`empty`:``}>
        ${e===void 0?n===i.length?`next`:``:v(t,e)}
      </li>`)}
    </ol>
    ${o.length>0&&P`<${j} values=${o} words=${t} onTake=${s} />`}
    <${S} open=${!o.length&&r(Dn(i,e.columns))} says=${`${i.length} of ${e.values.length}`}
      onDone=${()=>n(Dn(i,e.columns))}>
      <button type="button" class="option" disabled=${!i.length} onClick=${()=>a(i.slice(0,-1))}>Undo one</button>
    </${S}>`},kn=(e,t)=>{let n=[...e];for(let e of t)n.splice(n.findIndex(t=>ne(t)===ne(e)),1);return n},An=e=>[...new Map(e.map(e=>[ne(e),e])).values()],jn=e=>e.length?An(e).flatMap(t=>jn(kn(e,[t])).map(e=>[t,...e])):[[]],Mn=({values:e},t)=>kn(e,Object.values(t).flatMap(Object.values)),Nn=({of:e,values:t},n)=>{let r=Mn({values:t},n),i=An(r),a=[],o=[],s=[];for(let[t,{keys:c,most:l}]of Object.entries(e)){let e=n[t]??(c?{}:[]),u=l-Object.keys(e).length;if(u<1)continue;let d=(r,i)=>({name:t,key:i,values:r,plan:{...n,[t]:c?{...e,[i]:r[0]}:[...e,...r]}});c?s.push(...c.filter(t=>!Object.hasOwn(e,t)).flatMap(e=>i.map(t=>d([t],e)))):(o.push(...i.map(e=>d([e]))),i.length&&r.length<=Math.min(3,u)&&a.push(...jn(r).map(e=>d(e))))}return[...a.length&&a.length+s.length<=12?a:o,...s]},Pn=e=>e!==void 0,Fn=({kind:e,of:t})=>e===`outcome`&&t.kind===`depends`,In=(e,{keys:t,count:n,least:r})=>{if(n)return{kind:`several`,values:e,least:n,most:n,ordered:!0};let i={kind:`choice`,values:An(e)};return r<t.length?{kind:`optional`,of:i}:i},Ln=e=>{let t=Object.entries(e).map(([e,t])=>[e,te(t)]).filter(([,e])=>e.length);return t.length<Object.keys(e).length?Object.fromEntries(t.map(([e,[t]])=>[e,t])):{}},$=({domain:e,words:t,answer:r,allows:i,seen:a,Widget:o})=>{let{keys:s,parts:c,values:l}=e,[u,d]=E([]),f=c||l?{}:Ln(s),p=c??(l?s:Object.keys(s).filter(e=>!(Object.hasOwn(f,e)||Fn(s[e])))),m=u.length,h=e=>e.flat().filter(Pn),g=l?In(kn(l,h(u)),e):c?.[m]??s[p[m]],_=e=>{let t=p.map((t,n)=>[t,e[n]]).filter(([,e])=>Pn(e));return c?h(e):{...f,...Object.fromEntries(t)}},y=e=>{let t=[...u,e];t.length<p.length?d(t):i(_(t))?r(_(t)):d([])},ee=e=>n(g,e)&&(Pn(e)||m<p.length-1||i(_([...u,e]))),te=Object.entries(f).map(([e,n])=>v(I(t,e),n));return P`${te.length>0&&P`<p class="quiet">${te.join(` · `)}</p>`}
    <h3 class="part">${c?`Part`:v(I(t,`[]`),p[m])}
      ${` `}<span class="quiet">${m+1} of ${p.length}${c&&h(u).map(e=>`, ${v(t,e)}`)}</span></h3>
    <${o} key=${m} domain=${g} words=${c||l?t:I(t,p[m])} answer=${y} allows=${ee} seen=${a&&!l} />`},Rn=e=>Object.keys(e.keys??{}),zn=e=>Object.values(e.keys??{}).find(e=>e.values?.length===1)?.values[0],Bn=(e,t)=>typeof e!=`object`||!e?[[e,t]]:Object.entries(e).flatMap(([e,n])=>[n].flat().map(n=>[n,I(t,e)])),Vn=e=>{let t=e.map(zn);return e.map((n,r)=>{let i=t[r];return i!==void 0&&t.filter(e=>e===i).length===1?i:Rn(n).filter(t=>!e.every(e=>Rn(e).includes(t))).join(`, `)||`${r+1}`})},Hn=({domain:e,words:t,answer:r,Widget:i,allows:a})=>{let[o,s]=E([]),[c,l]=E(e.of.length===1&&e.least?e.of:[]),u=Vn(e.of),d=t=>l(e.of.filter((e,n)=>u[n]===t)),f=r=>{let i=u[e.of.findIndex(e=>n(e,r))],a=Bn(r,t),o=a.map(([e,t])=>v(t,e));return a.some(([e])=>e===i)||e.of.length===1?o:[v(t,i),...o]},[p]=c;return P`<ol class="rows">
      ${o.map((e,t)=>P`<li key=${t}>${f(e).join(` · `)}
        <button type="button" class="option" onClick=${()=>s(o.toSpliced(t,1))}>Remove</button></li>`)}
    </ol>
    ${c.length>1?P`<${j} values=${c.map(zn)} words=${t} onTake=${e=>l(c.filter(t=>zn(t)===e))} />`:p?P`<${i} domain=${p} words=${t} answer=${e=>(l([]),s([...o,e]))} allows=${e=>n(p,e)} />`:P`${o.length<e.most&&P`<${j} values=${[...new Set(u)]} words=${t} onTake=${d} />`}
          <${S} open=${a(o)} says=${`${o.length} so far`} onDone=${()=>r(o)} />`}`},Un={kind:`written`,longest:9999},Wn=e=>{try{return JSON.parse(e)}catch{return e}},Gn=({Widget:e,...t})=>{let{hint:r,form:i=Un}=t.domain;return P`<p class="quiet">${r} <small>Not checked in advance.</small></p>
    <${e} ...${t} domain=${i} answer=${e=>t.answer(i===Un?Wn(e):e)} allows=${e=>n(i,e)} />`},Kn=({domain:e,words:t,answer:r,Widget:i,allows:a,seen:o})=>{let s=a(void 0)&&P`<div class=${o?`buttons`:`done`}><button type="button" class="option" data-key
    onClick=${()=>r(void 0)}>${t.values?.null?.label??`None`}</button></div>`;return P`${o&&s}
    <${i} domain=${e.of} words=${t} answer=${r} allows=${t=>n(e.of,t)&&a(t)} />
    ${!o&&s}`},qn=({domain:e,words:t,answer:r,Widget:i})=>P`
  ${e.chosen&&P`<div class="buttons"><button type="button" class="option" data-key onClick=${()=>r(void 0)}>Did not happen</button></div>`}
  <${i} domain=${e.of} words=${t} answer=${r} allows=${t=>n(e.of,t)} seen />`,Jn=({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=E(e.least<0&&e.most>0?0:e.most),o=t=>a(Math.min(e.most,Math.max(e.least,i+t)));return P`<div class="stepper">
      <button type="button" class="option" onClick=${()=>a(e.least)}>Min: ${e.least}</button>
      <button type="button" class="option round" aria-label="One fewer" onClick=${()=>o(-1)}><${D} name="minus" /></button>
      <output aria-live="polite">${v(t,i)}</output>
      <button type="button" class="option round" aria-label="One more" onClick=${()=>o(1)}><${D} name="plus" /></button>
      <button type="button" class="option" onClick=${()=>a(e.most)}>Max: ${e.most}</button>
    </div>
    <${S} open=${r(i)} onDone=${()=>n(i)} />`},Yn=({least:e,most:t})=>e===t?`of ${t}`:`of ${e} to ${t}`,Xn={assign:$,dealt:$,each:$,exchanges:En,gathered:$,grid:On,joined:$,listed:Hn,open:Gn,optional:Kn,outcome:qn,range:Jn,several:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=E([]),o=e.most===1&&e.least===1,s=new Map([...c(e.values)].map(([e,t])=>[b(JSON.parse(e)),t])),l=[...new Map(e.values.map(e=>[b(e),e])).values()],u=new Map;i.forEach((t,n)=>{let r=b(t),a=(s.get(r)??1)>1,o=u.get(r);e.ordered?u.set(r,o?`${o}, ${n+1}`:`${n+1}`):u.set(r,a?`×${i.filter(e=>b(e)===r).length}`:`✓`)});let d=t=>{if(o)return n([t]);let r=b(t),c=i.filter(e=>b(e)===r).length;i.length<e.most&&c<(s.get(r)??1)?a([...i,t]):c&&a(i.filter(e=>b(e)!==r))};xe(l,d,u);let f=i.length>=e.most;return P`<${j} values=${l} words=${t} onTake=${d} chosen=${u}
      closed=${e=>!o&&f&&!u.has(b(e))} />
    ${!o&&P`<${S} open=${r(i)} says=${`${i.length} ${Yn(e)}`} onDone=${()=>n(i)} />`}`},shared:({domain:e,words:t,answer:n,allows:r})=>{let[i,a]=E([{}]),o=i[0],s=({plan:t})=>Mn(e,t).length?a([t,...i]):n(t),c=(e,n,r)=>(r?`${v(I(t.of[e],`[]`),r)}: `:``)+n.map(n=>v(t.of[e],n)).join(`, `);return P`${Object.entries(e.of).map(([n,{keys:r}])=>P`<h3 class="part">${t.of[n].asks}
        ${` `}<span class="quiet">${r?Object.entries(o[n]??{}).map(([e,t])=>c(n,[t],e)).join(`, `):c(n,o[n]??[])}</span> <small>${t.of[n].hint}</small></h3>
      <${me} options=${Nn(e,o).filter(e=>e.name===n).map(e=>({...e,label:c(n,e.values,e.key)}))} onTake=${s} />`)}
    <${S} open=${r(o)} says=${`${Mn(e,o).length} left`} onDone=${()=>n(o)}>
      <button type="button" class="option" disabled=${!i[1]} onClick=${()=>a(i.slice(1))}>Undo one</button>
    </${S}>`},split:({domain:e,words:t,answer:n,allows:r})=>{let i=I(t,`[]`),[a,o]=E({}),s=Object.keys(e.limits),c=Object.values(a).reduce((e,t)=>e+t,0),l=(t,n)=>{let r=(w(a,t)??0)+n;if(r<0||r>e.limits[t]||n>0&&c>=e.most)return;let{[t]:i,...s}=a;o(r?{...s,[t]:r}:s)};xe(s,e=>l(e,1));let u=e.least===e.most?`${c} of ${e.most}`:`${c} of ${e.least} to ${e.most}`;return P`<ul class="rows">
      ${s.map(t=>P`<li key=${t}>
        <span>${v(i,t)} <small>up to ${e.limits[t]}</small></span>
        <button type="button" class="option round" aria-label=${`${v(i,t)}: one fewer`} onClick=${()=>l(t,-1)}><${D} name="minus" /></button>
        <output>${w(a,t)??0}</output>
        <button type="button" class="option round" aria-label=${`${v(i,t)}: one more`} onClick=${()=>l(t,1)}><${D} name="plus" /></button>
      </li>`)}
    </ul>
    <${S} open=${r(a)} says=${u} onDone=${()=>n(a)} />`},written:({domain:e,answer:t,allows:n})=>{let[r,i]=E(``);return P`<label class="field">Text <input value=${r} maxlength=${e.longest} onInput=${e=>i(e.target.value)} /></label>
    <${S} open=${n(r.trim())} onDone=${()=>t(r.trim())} />`}},Zn=(e=``)=>import(`../pages/beside.js`+e).catch(()=>setTimeout(Zn,5e3,e+`#`));Ze(),at(),Zn(),setTimeout(Ue,3e3);export{Me as Bots,Ke as Finished,bn as Sheet,Tn as ToHere,Xn as widgets};