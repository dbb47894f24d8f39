//! Sign-ins under two servers: a server replaces a password or removes a representative while the other server compares
//! the password.

use actix_web::rt::System;
use pegout_league::RepresentativeId;

use crate::auth::passwords::{Identity, Verified};
use crate::eventlog_tests::servers::{Servers, assert_invariant, ensure, slug};
use pegout_model::role::{Representative, RepresentativeRole};

#[test]
fn a_password_that_is_replaced_while_it_is_compared_begins_no_session() {
    assert_invariant(async |servers| {
        servers.store.set_password_hash("the old one".to_owned()).await.unwrap();
        let verified = Verified { identity: Identity::Coordinator { name: None }, hash: "the old one".to_owned() };
        let replace = async { servers.store.set_password_hash("the new one".to_owned()).await.unwrap() };
        let begun = servers.gate.meanwhile(servers.a.sessions.sign_in(verified, None), replace).await;
        ensure(matches!(begun, Ok(None)), format!("the sign-in is answered {}", slug(&begun)))?;
        let sessions = servers.store.revocable_tokens().await.unwrap().len();
        ensure(sessions == 0, format!("{sessions} sessions of the old password are open"))
    });
}

#[test]
fn a_representative_whom_the_other_server_removes_while_they_sign_in_has_no_session() {
    System::new().block_on(async {
        let servers = Servers::new(None);
        let id = RepresentativeId::from_bytes(servers.id());
        let representative = Representative { id, name: "Bea".to_owned(), role: RepresentativeRole::Door };
        let hash = "of Bea's password".to_owned();
        servers.store.add_representative(representative.clone(), hash.clone()).await.unwrap();
        let verified = Verified { identity: Identity::Representative(representative), hash };
        let remove = async { servers.b.league.remove_representative(id).await.unwrap() };
        let begun = servers.gate.meanwhile(servers.a.sessions.sign_in(verified, None), remove).await;
        // Not a failure of the store, which has no representative to give the token to.
        assert!(matches!(begun, Ok(None)), "the sign-in is answered {}", slug(&begun));
    });
}
