package main

import (
	"context"
	"fmt"
	"sort"

	authentication "k8s.io/api/authentication/v1"
	authorization "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/record"
)

// eventsOf gives what is told about an object, as far as it is the same on every run.
func eventsOf(ctx context.Context, at *place, name string) ([]string, error) {
	found, err := at.kube.CoreV1().Events(at.namespace).List(ctx, metav1.ListOptions{FieldSelector: "involvedObject.name=" + name})
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, event := range found.Items {
		series := 0
		if event.Series != nil {
			series = int(event.Series.Count)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s: %s count %d series %d by %s%s", event.Type, event.Reason, event.InvolvedObject.Kind, event.Message, event.Count, series, event.Source.Component, event.ReportingController))
	}
	sort.Strings(lines)
	return lines, nil
}

func recordEvents(ctx context.Context, at *place) (any, error) {
	about, err := at.kube.CoreV1().ConfigMaps(at.namespace).Create(ctx, configMap("subject", nil), metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	old := record.NewBroadcaster()
	defer old.Shutdown()
	old.StartRecordingToSink(&typedcore.EventSinkImpl{Interface: at.kube.CoreV1().Events("")})
	recorder := old.NewRecorder(clientscheme.Scheme, corev1.EventSource{Component: "old"})
	for range 3 {
		recorder.Event(about, "Normal", "Repeated", "the same")
	}
	recorder.Eventf(about, "Warning", "Once", "number %d", 1)
	modern := events.NewBroadcaster(&events.EventSinkImpl{Interface: at.kube.EventsV1()})
	defer modern.Shutdown()
	if err := modern.StartRecordingToSinkWithContext(ctx); err != nil {
		return nil, err
	}
	modern.NewRecorder(clientscheme.Scheme, "new").Eventf(about, runtime.Object(nil), "Normal", "Modern", "Testing", "note")
	var lines []string
	err = until(ctx, "all events", func(ctx context.Context) (bool, error) {
		if lines, err = eventsOf(ctx, at, "subject"); err != nil {
			return false, err
		}
		for _, line := range lines {
			if line == "Normal Repeated ConfigMap: the same count 3 series 0 by oldold" {
				return true, nil
			}
		}
		return false, nil
	})
	if err != nil {
		return lines, err
	}
	if err := until(ctx, "the event of the other group", func(ctx context.Context) (bool, error) {
		found, err := at.kube.EventsV1().Events(at.namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Modern"})
		return err == nil && len(found.Items) == 1, err
	}); err != nil {
		return lines, err
	}
	if lines, err = eventsOf(ctx, at, "subject"); err != nil {
		return lines, err
	}
	found, err := at.kube.EventsV1().Events(at.namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Modern"})
	if err != nil {
		return lines, err
	}
	read := found.Items[0]
	read.Name, read.ReportingInstance = "", ""
	return map[string]any{"core": lines, "modern": plain(read)}, nil
}

func askForReviews(ctx context.Context, at *place) (any, error) {
	result, review := map[string]any{}, at.kube.AuthorizationV1()
	mine, err := review.SelfSubjectAccessReviews().Create(ctx, &authorization.SelfSubjectAccessReview{Spec: authorization.SelfSubjectAccessReviewSpec{
		ResourceAttributes: &authorization.ResourceAttributes{Namespace: at.namespace, Verb: "create", Resource: "configmaps"},
	}}, metav1.CreateOptions{})
	result["mine"] = []any{mine.Status.Allowed, why(err)}
	others, err := review.SubjectAccessReviews().Create(ctx, &authorization.SubjectAccessReview{Spec: authorization.SubjectAccessReviewSpec{
		User: "nobody", ResourceAttributes: &authorization.ResourceAttributes{Namespace: at.namespace, Verb: "create", Resource: "configmaps"},
	}}, metav1.CreateOptions{})
	result["others"] = []any{plain(others), why(err)}
	accounts := at.kube.CoreV1().ServiceAccounts(at.namespace)
	if _, err := accounts.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{}); err != nil {
		return result, err
	}
	made, err := accounts.CreateToken(ctx, "robot", &authentication.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		result["token"] = why(err)
		return result, err
	}
	checked, err := at.kube.AuthenticationV1().TokenReviews().Create(ctx, &authentication.TokenReview{Spec: authentication.TokenReviewSpec{Token: made.Status.Token}}, metav1.CreateOptions{})
	if err != nil {
		return result, err
	}
	result["token"] = []any{checked.Status.Authenticated, checked.Status.User.Username, checked.Status.User.Groups, checked.Status.Error}
	return result, nil
}
